-- What tells damage, and a stranger's journal, from what was meant.

-- The SHA-256 of what the week held when it was closed, in hexadecimal. NULL while it is open, and for a week that an older
-- version closed.
ALTER TABLE week ADD COLUMN digest TEXT CHECK (length(digest) = 64);

-- Every change of the file is stamped with a number that no other change has, and so is the beginning of every session of the
-- program, before its first change. A journal that a killed program left belongs to a file that was stamped last as the journal was,
-- or is one stamp further. (Two computers that go on from the same copy are two stamps further.)
CREATE TABLE save_stamp (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    last INTEGER NOT NULL,
    before_it INTEGER NOT NULL
) STRICT;
INSERT INTO save_stamp (id, last, before_it) VALUES (1, random(), random());
