/** `pnpm bench rules`, `reader`, `filing`, `claims`, `sending`, `lists`, `growth`, `http`, `batch`, `crowd`, `stalls`, `memory`, `processes`, `cluster`, `console`, `months`: what all of these cost, and hostile requests. */
import { cpus } from "node:os"
import { batchRows } from "./batch/batch.ts"
import { claimRows } from "./claims/claims.ts"
import { clusterRows } from "./cluster/cluster.ts"
import { consoleRows } from "./console/console.ts"
import { crowdRows } from "./crowd/crowd.ts"
import { filingRows } from "./filing/filing.ts"
import { growthRows } from "./growth/growth.ts"
import { httpRows } from "./http/http.ts"
import { listsRows } from "./lists/lists.ts"
import { memoryRows } from "./memory/memory.ts"
import { monthRows } from "./months/months.ts"
import { readOptions, USAGE, type Options, type Subject } from "./Options.ts"
import { processRows } from "./processes/processes.ts"
import { readerRows } from "./reader/reader.ts"
import { renderTable, type Row } from "./Row.ts"
import { answerRows } from "./rules/answers.ts"
import { centsRows } from "./rules/cents.ts"
import { hiddenRows } from "./rules/hidden.ts"
import { hostileRows } from "./rules/hostile.ts"
import { compileRows, formsRows } from "./rules/many.ts"
import { invalidRows, preparePeers, quoteRows } from "./rules/quote.ts"
import { publishingRows } from "./rules/publishing.ts"
import { tableRows } from "./rules/tables.ts"
import { sendingRows } from "./sending/sending.ts"
import { stallRows } from "./stalls/stalls.ts"

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const rules = async ({ cents, rounds, wanted }: Options): Promise<ReadonlyArray<Row>> => {
  const any = (start: string): boolean => wanted(start) || wanted(`${start}/generated`) || wanted(`${start}/closures`)
  // Before the other engines are loaded: a lookup costs less than what they leave in the process costs it.
  const tables = await tableRows(rounds, wanted)
  const peers = await preparePeers(wanted)
  const rows: Array<Row> = []
  if (any("quote") || peers.ready.length > 0)
    rows.push(...(await quoteRows(rounds, wanted, peers.ready)), ...peers.failed)
  if (any("invalid")) rows.push(...(await invalidRows(rounds, wanted)))
  rows.push(...(await hiddenRows(rounds, wanted)), ...(await answerRows(rounds, wanted)))
  rows.push(...tables, ...(await publishingRows(rounds, wanted)))
  if (any("forms500")) rows.push(...(await formsRows(rounds, wanted)))
  if (any("check+compile")) rows.push(...compileRows(wanted))
  if (any("wrong cents")) rows.push(...(await centsRows(cents, wanted, peers.ready)))
  if (any("hostile")) rows.push(...hostileRows(wanted))
  return rows
}

const rowsOf: Record<Subject, (options: Options) => Promise<ReadonlyArray<Row>>> = {
  rules,
  reader: readerRows,
  filing: filingRows,
  claims: claimRows,
  sending: sendingRows,
  lists: listsRows,
  growth: growthRows,
  crowd: crowdRows,
  stalls: stallRows,
  memory: memoryRows,
  http: httpRows,
  batch: batchRows,
  processes: processRows,
  cluster: clusterRows,
  console: consoleRows,
  months: monthRows
}

const [, , ...args] = process.argv

/** Undefined where help is asked for, or where the options are wrong, which is said. */
const read = (): Options | undefined => {
  try {
    return readOptions(args)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n`)
    return undefined
  }
}

const options = read()
if (options === undefined) {
  print(USAGE)
  process.exitCode = args.includes("--help") || args.includes("-h") ? 0 : 1
} else {
  const rows = await rowsOf[options.subject](options)
  const [cpu] = cpus()
  if (options.json) for (const row of rows) print(JSON.stringify(row))
  else {
    print(renderTable(rows))
    print(
      `\nNode ${process.versions.node}, ${cpu?.model ?? "unknown processor"}, ${cpus().length} cores, ${options.rounds} rounds`
    )
  }
}
