-- Other names and spellings by which somebody is found, with commas between.
ALTER TABLE person ADD COLUMN nickname TEXT NOT NULL DEFAULT '';
-- The first and the last day of a week as the director has set them. NULL: those of its games.
ALTER TABLE week ADD COLUMN set_first_day TEXT
CHECK (set_first_day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]');
ALTER TABLE week ADD COLUMN set_last_day TEXT
CHECK (set_last_day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]');
-- 1: became inactive in this very week, and is replayed from its start as before. The frozen ratings then say what was held at that
-- moment, and nothing starts from them.
ALTER TABLE week_player ADD COLUMN left_midweek INTEGER NOT NULL DEFAULT 0 CHECK (left_midweek IN (0, 1));
-- Problems of a week that the director has looked at and called right. The key says what was accepted: where anything of that
-- changes, it is another one, and the problem is listed again.
CREATE TABLE accepted_problem (
    week_id INTEGER NOT NULL REFERENCES week (id) ON DELETE CASCADE,
    problem TEXT NOT NULL CHECK (problem <> ''),
    PRIMARY KEY (week_id, problem)
) STRICT, WITHOUT ROWID;
