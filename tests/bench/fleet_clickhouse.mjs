// Runs the statements on stdin on ClickHouse and prints the rows of the last.   Needs tests/fleet/node_modules.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { Session } = createRequire(new URL('../fleet/', import.meta.url))('chdb');
const session = new Session();
const statements = readFileSync(0, 'utf8').replace(/^\s*--.*$/gm, '').split(';').map((s) => s.trim()).filter(Boolean);
let answer;
for (const statement of statements) answer = session.query(statement, 'JSONCompactEachRow').toString();
process.stdout.write(answer);
session.cleanup();
