-- The camp file. Tables are STRICT, so that a damaged or foreign value is found by a check of the file and not by a
-- wrong rating. Numbers of records are never given twice (AUTOINCREMENT), as in Access. What two copies of a camp are merged by, whatever
-- numbers each has given since, is the `uid`: one that no other computer gives.

PRAGMA application_id = 0x43414D50; -- "CAMP"

-- A week is a key: whatever belongs to one has its number in its own key. Every week but the open current one is sealed by triggers of
-- the connection (storage/history/seal.rs).
CREATE TABLE week (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE CHECK (length(uid) = 36),
    number INTEGER NOT NULL UNIQUE CHECK (number > 0),
    label TEXT NOT NULL DEFAULT '',
    first_day TEXT NOT NULL CHECK (first_day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    -- NULL while the week is open: the current one, and the last one while an older one is corrected.
    closed_on TEXT CHECK (closed_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    -- The SHA-256 of what the week held when it was closed, in hexadecimal. NULL while it is open.
    digest TEXT CHECK (length(digest) = 64)
) STRICT;

CREATE TABLE camp (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    uid TEXT NOT NULL CHECK (length(uid) = 36),
    name TEXT NOT NULL CHECK (name = trim(name) AND name <> ''),
    -- The week that is worked on, or was last. NULL only while the file is made.
    current_week INTEGER REFERENCES week (id) ON DELETE RESTRICT,
    -- At the foot of every paper.
    footer TEXT NOT NULL DEFAULT '',
    -- "#1a6b8f". NULL: black.
    colour TEXT CHECK (colour GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
    -- A picture file in Base64, as the history writes every value down as text.
    logo TEXT,
    logo_kind TEXT CHECK (logo_kind IN ('png', 'jpg', 'svg')),
    -- How published pages name the campers. NULL: nobody was asked yet.
    published_names TEXT CHECK (published_names IN ('full', 'initial', 'number'))
) STRICT;

-- What is true of somebody in all weeks. Somebody whom no week has any more is deleted.
CREATE TABLE person (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE CHECK (length(uid) = 36),
    last_name TEXT NOT NULL,
    first_name TEXT NOT NULL,
    -- NULL: before the club's first game.
    joined_on TEXT CHECK (joined_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    -- Optional and personal; empty unless the club has turned the field on.
    background TEXT NOT NULL DEFAULT '',
    notes TEXT NOT NULL DEFAULT '',
    CHECK (last_name <> '' OR first_name <> '')
) STRICT;

-- A group of all weeks. No two groups of a week have the same name.
CREATE TABLE camp_group (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE CHECK (length(uid) = 36),
    name TEXT NOT NULL COLLATE NOCASE CHECK (name = trim(name) AND name <> '')
) STRICT;

-- The groups of a week.
CREATE TABLE week_group (
    week_id INTEGER NOT NULL REFERENCES week (id) ON DELETE RESTRICT,
    group_id INTEGER NOT NULL REFERENCES camp_group (id) ON DELETE RESTRICT,
    -- NULL where an imported player named a group that the old file didn't describe.
    initial_rating INTEGER CHECK (initial_rating BETWEEN -32768 AND 32767),
    -- 1 for the weakest group.
    skill_order INTEGER NOT NULL CHECK (skill_order > 0),
    -- What the row of the old file said when it was last imported, as a number that is the same for the same row. What
    -- was corrected here since stays until that row changes.
    imported_row INTEGER,
    PRIMARY KEY (week_id, group_id)
) STRICT, WITHOUT ROWID;

-- Everybody who is in a week, inactive or not.
CREATE TABLE week_player (
    week_id INTEGER NOT NULL REFERENCES week (id) ON DELETE RESTRICT,
    person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE RESTRICT,
    group_id INTEGER,
    active INTEGER NOT NULL CHECK (active IN (0, 1)),
    weekly_rating INTEGER NOT NULL CHECK (weekly_rating BETWEEN -32768 AND 32767),
    permanent_rating INTEGER NOT NULL CHECK (permanent_rating BETWEEN -32768 AND 32767),
    -- StWkPerm in Access. NULL counts as 0.
    start_permanent INTEGER CHECK (start_permanent BETWEEN -32768 AND 32767),
    -- The ratings held when the player became inactive.
    frozen_weekly INTEGER CHECK (frozen_weekly BETWEEN -32768 AND 32767),
    frozen_permanent INTEGER CHECK (frozen_permanent BETWEEN -32768 AND 32767),
    -- The player's number in the old file, where it is somebody else's here: of a week before.
    imported_number INTEGER,
    imported_row INTEGER,
    PRIMARY KEY (week_id, person_id),
    FOREIGN KEY (week_id, group_id) REFERENCES week_group (week_id, group_id) ON DELETE RESTRICT,
    CHECK ((active = 1) = (frozen_weekly IS NULL)),
    CHECK ((active = 1) = (frozen_permanent IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX week_player_by_group ON week_player (week_id, group_id);
-- Looked through for everybody who is deleted.
CREATE INDEX week_player_by_person ON week_player (person_id);

CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Without an index, which would be half the file of a long season.
    uid INTEGER NOT NULL DEFAULT (random() & 9223372036854775807) CHECK (uid >= 0),
    week_id INTEGER NOT NULL REFERENCES week (id) ON DELETE RESTRICT,
    -- The order of play within the week.
    sequence INTEGER NOT NULL,
    white_id INTEGER NOT NULL,
    black_id INTEGER NOT NULL,
    -- 1: White won, 0: draw, -1: Black won.
    result INTEGER NOT NULL CHECK (result IN (1, 0, -1)),
    played_on TEXT CHECK (played_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    -- 0 for a fun game.
    counts INTEGER NOT NULL DEFAULT 1 CHECK (counts IN (0, 1)),
    -- Empty for a game of no tournament.
    tournament TEXT NOT NULL DEFAULT '',
    -- The game's number in the old file, or its row there, and the result as it was written there.
    imported_number INTEGER,
    imported_result TEXT,
    -- What that text was taken for, as in result.
    imported_as INTEGER CHECK (imported_as IN (1, 0, -1)),
    imported_row INTEGER,
    -- As Coordinated Universal Time. NULL for a game that was imported.
    entered_at TEXT
    CHECK (entered_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]*Z'),
    -- When players and result were last compared with the paper. NULL for a game that was not, or was changed since.
    verified_at TEXT
    CHECK (verified_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]*Z'),
    UNIQUE (week_id, sequence),
    FOREIGN KEY (week_id, white_id) REFERENCES week_player (week_id, person_id) ON DELETE RESTRICT,
    FOREIGN KEY (week_id, black_id) REFERENCES week_player (week_id, person_id) ON DELETE RESTRICT,
    CHECK (white_id <> black_id),
    CHECK ((imported_number IS NULL) = (imported_result IS NULL)),
    CHECK ((imported_number IS NULL) = (imported_as IS NULL)),
    CHECK ((imported_number IS NULL) = (imported_row IS NULL))
) STRICT;

CREATE UNIQUE INDEX game_by_imported_number ON game (week_id, imported_number)
WHERE imported_number IS NOT NULL;
CREATE INDEX game_by_white ON game (white_id, week_id);
CREATE INDEX game_by_black ON game (black_id, week_id);

-- Further columns of the old file, kept by name and value.
CREATE TABLE extra_column (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('group', 'person', 'game')),
    name TEXT NOT NULL COLLATE NOCASE,
    UNIQUE (kind, name)
) STRICT;

CREATE TABLE group_extra (
    group_id INTEGER NOT NULL REFERENCES camp_group (id) ON DELETE CASCADE,
    column_id INTEGER NOT NULL REFERENCES extra_column (id) ON DELETE RESTRICT,
    value TEXT NOT NULL,
    PRIMARY KEY (group_id, column_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_extra (
    person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    column_id INTEGER NOT NULL REFERENCES extra_column (id) ON DELETE RESTRICT,
    value TEXT NOT NULL,
    PRIMARY KEY (person_id, column_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE game_extra (
    game_id INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    column_id INTEGER NOT NULL REFERENCES extra_column (id) ON DELETE RESTRICT,
    value TEXT NOT NULL,
    PRIMARY KEY (game_id, column_id)
) STRICT, WITHOUT ROWID;

-- The further ladders of a club. Their standings are never stored: they follow from players, meetings and games.
CREATE TABLE ladder (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE CHECK (length(uid) = 36),
    name TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (name = trim(name) AND name <> ''),
    -- The word of the system: 'club', 'game-courier', 'race-code', 'camp'.
    system TEXT NOT NULL CHECK (system <> '')
) STRICT;

-- What isn't here is as usual. Which names and values there are is the system's to say.
CREATE TABLE ladder_setting (
    ladder_id INTEGER NOT NULL REFERENCES ladder (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (name <> ''),
    value TEXT NOT NULL,
    PRIMARY KEY (ladder_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE meeting (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE CHECK (length(uid) = 36),
    held_on TEXT NOT NULL UNIQUE CHECK (held_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    note TEXT NOT NULL DEFAULT ''
) STRICT;

-- Somebody who is in no list of the current week was there all the same, or wasn't; also somebody who was deleted since.
CREATE TABLE attendance (
    meeting_id INTEGER NOT NULL REFERENCES meeting (id) ON DELETE CASCADE,
    person_id INTEGER NOT NULL,
    mark TEXT NOT NULL CHECK (mark IN ('present', 'absent', 'excused')),
    PRIMARY KEY (meeting_id, person_id)
) STRICT, WITHOUT ROWID;

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

-- Every change of the file is stamped with a number that no other change has, and so is the beginning of every session of the
-- program, before its first change. A journal that a killed program left belongs to a file that was stamped last as the journal was,
-- or is one stamp further. (Two computers that go on from the same copy are two stamps further.)
CREATE TABLE save_stamp (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    last INTEGER NOT NULL,
    before_it INTEGER NOT NULL
) STRICT;
INSERT INTO save_stamp (id, last, before_it) VALUES (1, random(), random());
