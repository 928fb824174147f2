-- Where a further column stands among others: two copies of a camp that come together have the same order, whatever numbers the columns have in
-- each. NULL: brought back by undo from before there were positions; it stands where its number says.
ALTER TABLE extra_column ADD COLUMN position INTEGER CHECK (position > 0);
UPDATE extra_column SET position = id WHERE id > 0;
