-- When a game was typed and looked over a second time, and the history that undo and redo go back and forth in.

-- As Coordinated Universal Time. NULL for a game that was imported, or typed before there was this column.
ALTER TABLE game ADD COLUMN entered_at TEXT
CHECK (entered_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]*Z');

-- When players and result were last compared with the paper. NULL for a game that was not, or was changed since.
ALTER TABLE game ADD COLUMN verified_at TEXT
CHECK (verified_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]*Z');

-- Every change of the camp, the oldest first. Those that were undone are the last ones, and go when something new is done.
CREATE TABLE history_step (
    id INTEGER PRIMARY KEY,
    -- "Change result of game 17"
    name TEXT NOT NULL CHECK (name <> ''),
    done_at TEXT NOT NULL
    CHECK (done_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]*Z'),
    undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1))
) STRICT;

-- Looked at with every change, and nearly always empty.
CREATE INDEX history_step_undone ON history_step (id) WHERE undone;

-- What a step did to each record, in order: enough to take it back. While a step is undone its rows say what does it again.
CREATE TABLE history_row (
    step_id INTEGER NOT NULL REFERENCES history_step (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    table_name TEXT NOT NULL,
    -- The record's key: its number, or "[2, 7]" where the key has two columns.
    record ANY NOT NULL,
    -- 'added', 'changed' or 'deleted'.
    what TEXT NOT NULL CHECK (what IN ('added', 'changed', 'deleted')),
    -- As JSON, the columns as they were before: all of a deleted record's, those that differ of a changed one's.
    before TEXT,
    PRIMARY KEY (step_id, place),
    CHECK ((what = 'added') = (before IS NULL))
) STRICT, WITHOUT ROWID;
