/** The options of the command line. */
import { parseArgs } from "node:util"

const usualRounds = {
  rules: 31,
  reader: 31,
  filing: 7,
  claims: 1,
  sending: 3,
  lists: 31,
  growth: 7,
  http: 7,
  batch: 5,
  crowd: 3,
  stalls: 3,
  memory: 1,
  processes: 5,
  cluster: 5,
  console: 20,
  months: 7
}
export type Subject = keyof typeof usualRounds

const isSubject = (text: string): text is Subject => Object.hasOwn(usualRounds, text)

export interface Options {
  readonly subject: Subject
  readonly json: boolean
  readonly rounds: number
  /** Random quotes of `wrong cents`. */
  readonly cents: number
  /** Submissions of the one large organisation. */
  readonly rows: number
  /** Connections of the crowd. */
  readonly connections: number
  /** A file for a flame graph of the servers of `http`. */
  readonly profile: string | undefined
  /** Whether a row is selected: all are, or those whose name starts with one of `--only`. */
  readonly wanted: (name: string) => boolean
}

export const USAGE = `Usage: pnpm bench rules [--json] [--rounds N] [--cents N] [--only name,…]
       pnpm bench reader [--json] [--rounds N] [--only name,…]
       pnpm bench filing [--json] [--rounds N] [--only name,…]
       pnpm bench claims [--json] [--only name,…]
       pnpm bench sending [--json] [--rounds N] [--only name,…]
       pnpm bench lists [--json] [--rounds N] [--rows N] [--only name,…]
       pnpm bench growth [--json] [--rounds N] [--rows N] [--only name,…]
       pnpm bench http [--json] [--rounds N] [--profile FILE] [--only name,…]
       pnpm bench batch [--json] [--rounds N] [--only batch,others,memory]
       pnpm bench crowd [--json] [--rounds N] [--connections N] [--only evaluate,file,no-key]
       pnpm bench stalls [--json] [--rounds N] [--only name,…]
       pnpm bench memory [--json] [--only name,…]
       pnpm bench processes [--json] [--rounds N] [--only name,…]
       pnpm bench cluster [--json] [--rounds N] [--only name,…]
       pnpm bench console [--json] [--rounds N] [--rows N] [--only name,…]
       pnpm bench months [--json] [--rounds N] [--only months/file,months/give-up]

  --json      one object a row
  --rounds N  interleaved rounds, 31 if left out (filing, growth, http: 7, batch, processes, cluster: 5, crowd, sending, stalls: 3,
              console: 20 of each)
  --connections N  connections of the crowd, 2000 if left out
  --cents N   random quotes against the exact oracle, 20000 if left out
  --rows N    submissions to list, export and report on, or of the largest database of growth, or of the list of console, 100000 if left out; they are
              put in first, some 25000 a second
  --profile   writes a flame graph of the servers, an SVG file
  --only …    rows whose name starts so: quote, quote/jsonata, invalid, hidden, json, render, forms500, check+compile,
              wrong cents, hostile;
              reader/1 KB, reader/64 KB, reader/1 MiB, hostile;
              store/32, http/32, store/32/hot, pgbench/8;
              claims, engines/1, engines/2, engines/4; webhook/1, webhook/slow, mail; page, export, report, impact;
              evaluate, create, page/submissions, page/form, page/forms;
              evaluate/memory, evaluate/postgres, create/postgres, admit/32, file/32;
              batch/10000, others, memory;
              check, first evaluation, evaluate, schema, publish, impact, where, body, list, export, table, options, lookups, cases, comparison, flood;
              memory/embedded, memory/postgres, memory/worker; processes/2, processes/2/apart;
              evaluate/1, file/1, file/2, file/3, own/2;
              size, first screen, next screen, key, list, lighthouse`

const count = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`“${text}” is no number of rounds or quotes`)
  return value
}

export const readOptions = (args: ReadonlyArray<string>): Options | undefined => {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: "boolean" },
      rounds: { type: "string" },
      cents: { type: "string" },
      rows: { type: "string" },
      connections: { type: "string" },
      profile: { type: "string" },
      only: { type: "string" },
      help: { type: "boolean", short: "h" }
    }
  })
  const subject = positionals.join()
  if (values.help === true || !isSubject(subject)) return undefined
  const only = values.only?.split(",").map((name) => name.trim())
  return {
    subject,
    json: values.json ?? false,
    rounds: values.rounds === undefined ? usualRounds[subject] : count(values.rounds),
    cents: values.cents === undefined ? 20_000 : count(values.cents),
    connections: values.connections === undefined ? 2_000 : count(values.connections),
    rows: values.rows === undefined ? 100_000 : count(values.rows),
    profile: values.profile,
    wanted: (name) => only === undefined || only.some((start) => name.startsWith(start) || start.startsWith(`${name}/`))
  }
}
