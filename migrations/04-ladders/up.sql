-- The further ladders of a club, its meetings, and what it writes down of players and games for them.

-- A ladder's standings are never stored: they follow from players, meetings and games.
CREATE TABLE ladder (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
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
    held_on TEXT NOT NULL UNIQUE CHECK (held_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    note TEXT NOT NULL DEFAULT ''
) STRICT;

-- The players are those of the whole camp: somebody may be in no list of the current week and yet was there, or wasn't.
CREATE TABLE attendance (
    meeting_id INTEGER NOT NULL REFERENCES meeting (id) ON DELETE CASCADE,
    player_id INTEGER NOT NULL,
    mark TEXT NOT NULL CHECK (mark IN ('present', 'absent', 'excused')),
    PRIMARY KEY (meeting_id, player_id)
) STRICT, WITHOUT ROWID;

-- When the player joined the club. NULL: before its first game.
ALTER TABLE player ADD COLUMN joined_on TEXT CHECK (joined_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]');
ALTER TABLE kept_player ADD COLUMN joined_on TEXT;
-- Optional and personal; empty unless the club has turned the field on.
ALTER TABLE player ADD COLUMN background TEXT NOT NULL DEFAULT '';
ALTER TABLE kept_player ADD COLUMN background TEXT NOT NULL DEFAULT '';
-- Empty for a game of no tournament.
ALTER TABLE game ADD COLUMN tournament TEXT NOT NULL DEFAULT '';
ALTER TABLE kept_game ADD COLUMN tournament TEXT NOT NULL DEFAULT '';
