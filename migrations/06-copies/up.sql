-- What this copy of the camp knows of others. A state of a copy is known by the last step that is done in its history: the step's number,
-- when it was done, and how many rows it has, "57 2026-07-06T14:03:00Z 12".

-- States of other copies that were brought here, or to a copy that was: whatever they had is in this one, or was decided against.
CREATE TABLE history_copy (
    state TEXT PRIMARY KEY CHECK (length(state) BETWEEN 1 AND 100)
) STRICT, WITHOUT ROWID;

-- The state with which the history begins: the last step of what was forgotten, or a word that no other camp has.
CREATE TABLE history_start (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    state TEXT NOT NULL CHECK (length(state) BETWEEN 1 AND 100)
) STRICT;
INSERT INTO history_start (id, state) SELECT 1, last FROM save_stamp;
