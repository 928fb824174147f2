-- The camp file. Tables are STRICT, so that a damaged or foreign value is found by a check of the file and not by a
-- wrong rating. Numbers of records are never given twice (AUTOINCREMENT), as in Access.

PRAGMA application_id = 0x4C414452; -- "LADR"

CREATE TABLE camp (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    name TEXT NOT NULL CHECK (name = trim(name) AND name <> '')
) STRICT;

CREATE TABLE camp_group (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (name = trim(name) AND name <> ''),
    -- NULL where an imported player named a group that the old file didn't describe.
    initial_rating INTEGER CHECK (initial_rating BETWEEN -32768 AND 32767),
    -- 1 for the weakest group.
    skill_order INTEGER NOT NULL CHECK (skill_order > 0),
    -- What the row of the old file said when it was last imported, as a number that is the same for the same row. What
    -- was corrected here since stays until that row changes.
    imported_row INTEGER
) STRICT;

CREATE TABLE player (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    last_name TEXT NOT NULL,
    first_name TEXT NOT NULL,
    group_id INTEGER REFERENCES camp_group (id) ON DELETE RESTRICT,
    active INTEGER NOT NULL CHECK (active IN (0, 1)),
    weekly_rating INTEGER NOT NULL CHECK (weekly_rating BETWEEN -32768 AND 32767),
    permanent_rating INTEGER NOT NULL CHECK (permanent_rating BETWEEN -32768 AND 32767),
    -- StWkPerm in Access. NULL counts as 0.
    start_permanent INTEGER CHECK (start_permanent BETWEEN -32768 AND 32767),
    -- The ratings held when the player became inactive.
    frozen_weekly INTEGER CHECK (frozen_weekly BETWEEN -32768 AND 32767),
    frozen_permanent INTEGER CHECK (frozen_permanent BETWEEN -32768 AND 32767),
    notes TEXT NOT NULL DEFAULT '',
    imported_row INTEGER,
    CHECK (last_name <> '' OR first_name <> ''),
    CHECK ((active = 1) = (frozen_weekly IS NULL)),
    CHECK ((active = 1) = (frozen_permanent IS NULL))
) STRICT;

CREATE INDEX player_by_group ON player (group_id);

CREATE TABLE week (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    number INTEGER NOT NULL UNIQUE CHECK (number > 0),
    label TEXT NOT NULL DEFAULT '',
    opened_on TEXT NOT NULL CHECK (opened_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    closed_on TEXT CHECK (closed_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
) STRICT;

-- At most one week is open.
CREATE UNIQUE INDEX one_open_week ON week ((closed_on IS NULL)) WHERE closed_on IS NULL;

CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    week_id INTEGER NOT NULL REFERENCES week (id) ON DELETE RESTRICT,
    -- The order of play within the week.
    sequence INTEGER NOT NULL,
    white_id INTEGER NOT NULL REFERENCES player (id) ON DELETE RESTRICT,
    black_id INTEGER NOT NULL REFERENCES player (id) ON DELETE RESTRICT,
    -- 1: White won, 0: draw, -1: Black won.
    result INTEGER NOT NULL CHECK (result IN (1, 0, -1)),
    played_on TEXT CHECK (played_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    -- 0 for a fun game.
    counts INTEGER NOT NULL DEFAULT 1 CHECK (counts IN (0, 1)),
    -- The game's number in the old file, or its row there, and the result as it was written there.
    imported_number INTEGER,
    imported_result TEXT,
    -- What that text was taken for, as in result.
    imported_as INTEGER CHECK (imported_as IN (1, 0, -1)),
    imported_row INTEGER,
    UNIQUE (week_id, sequence),
    CHECK (white_id <> black_id),
    CHECK ((imported_number IS NULL) = (imported_result IS NULL)),
    CHECK ((imported_number IS NULL) = (imported_as IS NULL)),
    CHECK ((imported_number IS NULL) = (imported_row IS NULL))
) STRICT;

CREATE UNIQUE INDEX game_by_imported_number ON game (week_id, imported_number)
WHERE imported_number IS NOT NULL;
CREATE INDEX game_by_white ON game (white_id);
CREATE INDEX game_by_black ON game (black_id);

-- Further columns of the old file, kept by name and value.
CREATE TABLE extra_column (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('group', 'player', 'game')),
    name TEXT NOT NULL COLLATE NOCASE,
    UNIQUE (kind, name)
) STRICT;

CREATE TABLE group_extra (
    group_id INTEGER NOT NULL REFERENCES camp_group (id) ON DELETE CASCADE,
    column_id INTEGER NOT NULL REFERENCES extra_column (id) ON DELETE RESTRICT,
    value TEXT NOT NULL,
    PRIMARY KEY (group_id, column_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE player_extra (
    player_id INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    column_id INTEGER NOT NULL REFERENCES extra_column (id) ON DELETE RESTRICT,
    value TEXT NOT NULL,
    PRIMARY KEY (player_id, column_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE game_extra (
    game_id INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    column_id INTEGER NOT NULL REFERENCES extra_column (id) ON DELETE RESTRICT,
    value TEXT NOT NULL,
    PRIMARY KEY (game_id, column_id)
) STRICT, WITHOUT ROWID;
