-- Weeks that are kept, and what belongs to the camp's papers.
--
-- The tables camp_group, player and game, and those of their further columns, hold one week: the camp's current one. Every
-- other week lies row by row in the tables kept_…, which have the same columns. Nothing there refers to the current week's
-- records, so that whatever is changed or deleted today leaves a kept week as it is.

ALTER TABLE camp ADD COLUMN current_week INTEGER REFERENCES week (id);
UPDATE camp SET current_week = (SELECT id FROM week WHERE closed_on IS NULL);

-- While an old week is open again, the last one is open too, and waits.
DROP INDEX one_open_week;

-- At the foot of every paper.
ALTER TABLE camp ADD COLUMN footer TEXT NOT NULL DEFAULT '';
-- "#1a6b8f". NULL: black.
ALTER TABLE camp ADD COLUMN colour TEXT CHECK (colour GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]');
-- A picture file in Base64, as the history writes every value down as text.
ALTER TABLE camp ADD COLUMN logo TEXT;
ALTER TABLE camp ADD COLUMN logo_kind TEXT CHECK (logo_kind IN ('png', 'jpg', 'svg'));
-- How published pages name the campers. NULL: nobody was asked yet.
ALTER TABLE camp ADD COLUMN published_names TEXT CHECK (published_names IN ('full', 'initial', 'number'));

CREATE TABLE kept_camp_group (
    week_id INTEGER NOT NULL REFERENCES week (id) ON DELETE RESTRICT,
    id INTEGER NOT NULL,
    name TEXT NOT NULL COLLATE NOCASE,
    initial_rating INTEGER,
    skill_order INTEGER NOT NULL,
    imported_row INTEGER,
    PRIMARY KEY (week_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE kept_player (
    week_id INTEGER NOT NULL REFERENCES week (id) ON DELETE RESTRICT,
    id INTEGER NOT NULL,
    last_name TEXT NOT NULL,
    first_name TEXT NOT NULL,
    group_id INTEGER,
    active INTEGER NOT NULL,
    weekly_rating INTEGER NOT NULL,
    permanent_rating INTEGER NOT NULL,
    start_permanent INTEGER,
    frozen_weekly INTEGER,
    frozen_permanent INTEGER,
    notes TEXT NOT NULL,
    imported_row INTEGER,
    PRIMARY KEY (week_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE kept_game (
    week_id INTEGER NOT NULL REFERENCES week (id) ON DELETE RESTRICT,
    id INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    white_id INTEGER NOT NULL,
    black_id INTEGER NOT NULL,
    result INTEGER NOT NULL,
    played_on TEXT,
    counts INTEGER NOT NULL,
    imported_number INTEGER,
    imported_result TEXT,
    imported_as INTEGER,
    imported_row INTEGER,
    entered_at TEXT,
    verified_at TEXT,
    PRIMARY KEY (week_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE kept_group_extra (
    week_id INTEGER NOT NULL REFERENCES week (id) ON DELETE RESTRICT,
    group_id INTEGER NOT NULL,
    column_id INTEGER NOT NULL REFERENCES extra_column (id) ON DELETE RESTRICT,
    value TEXT NOT NULL,
    PRIMARY KEY (week_id, group_id, column_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE kept_player_extra (
    week_id INTEGER NOT NULL REFERENCES week (id) ON DELETE RESTRICT,
    player_id INTEGER NOT NULL,
    column_id INTEGER NOT NULL REFERENCES extra_column (id) ON DELETE RESTRICT,
    value TEXT NOT NULL,
    PRIMARY KEY (week_id, player_id, column_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE kept_game_extra (
    week_id INTEGER NOT NULL REFERENCES week (id) ON DELETE RESTRICT,
    game_id INTEGER NOT NULL,
    column_id INTEGER NOT NULL REFERENCES extra_column (id) ON DELETE RESTRICT,
    value TEXT NOT NULL,
    PRIMARY KEY (week_id, game_id, column_id)
) STRICT, WITHOUT ROWID;
