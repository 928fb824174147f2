-- Further columns have an identity that every copy of the camp knows, whatever they are called since. Those that are there already get one of their
-- number and of the name that they had first, as far as the history knows: two copies that have parted give the same, each by itself, unless the
-- history of one no longer tells of a new name.
ALTER TABLE extra_column ADD COLUMN uid TEXT NOT NULL DEFAULT '';

UPDATE extra_column SET uid = kind || '/' || id || ' ' || substr(lower(coalesce(
    (SELECT json_extract(renamed.before, '$.name')
     FROM history_row AS renamed JOIN history_step AS step ON step.id = renamed.step_id
     WHERE renamed.table_name = 'extra_column' AND renamed.record = extra_column.id AND renamed.what = 'changed' AND NOT step.undone
         AND json_valid(renamed.before) AND json_type(renamed.before, '$.name') = 'text'
         -- Another column may have had the number before.
         AND renamed.step_id >= coalesce(
             (SELECT max(added.step_id) FROM history_row AS added JOIN history_step ON history_step.id = added.step_id
              WHERE added.table_name = 'extra_column' AND added.record = extra_column.id AND added.what = 'added' AND NOT undone),
             0)
     ORDER BY renamed.step_id, renamed.place LIMIT 1),
    name)), 1, 900);

CREATE UNIQUE INDEX extra_column_uid ON extra_column (uid);

-- What was deleted may come back: by the same rule, as it was by then. The names of what was undone are those of another column.
UPDATE history_row SET before = json_set(
    before,
    '$.uid', json_extract(before, '$.kind') || '/' || record || ' ' || substr(lower(coalesce(
        (SELECT json_extract(renamed.before, '$.name')
         FROM history_row AS renamed JOIN history_step AS step ON step.id = renamed.step_id
         WHERE renamed.table_name = 'extra_column' AND renamed.record = history_row.record AND renamed.what = 'changed' AND NOT step.undone
             AND json_valid(renamed.before) AND json_type(renamed.before, '$.name') = 'text'
             AND renamed.step_id <= history_row.step_id
             AND NOT EXISTS (SELECT 1 FROM history_step WHERE history_step.id = history_row.step_id AND undone)
             AND renamed.step_id >= coalesce(
                 (SELECT max(added.step_id) FROM history_row AS added JOIN history_step ON history_step.id = added.step_id
                  WHERE added.table_name = 'extra_column' AND added.record = history_row.record AND added.what = 'added' AND NOT undone
                      AND added.step_id <= history_row.step_id),
                 0)
         ORDER BY renamed.step_id, renamed.place LIMIT 1),
        json_extract(before, '$.name'))), 1, 900),
    -- Before there were positions it stood where its number said.
    '$.position', coalesce(json_extract(before, '$.position'), record))
WHERE table_name = 'extra_column' AND what = 'deleted' AND json_valid(before)
    AND json_type(before, '$.kind') = 'text' AND json_type(before, '$.name') = 'text';
