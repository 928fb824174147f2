-- The board at which a game was played. NULL: nobody wrote it down.
ALTER TABLE game ADD COLUMN board INTEGER CHECK (board BETWEEN 1 AND 999);
