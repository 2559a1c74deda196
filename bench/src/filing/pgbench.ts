/** pgbench running the statement that the store sends for a filing that comes alone, with the same values, as the same role. */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Filing } from "@formwork/domain/filing/SubmissionStore"
import type { Arena, BenchForm } from "./Arena.ts"

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** pgbench reads a colon before a letter or a digit as a variable, also within quotes. */
const json = (value: unknown): string =>
  quoted(
    JSON.stringify(value)
      .replaceAll('":', '": ')
      .replaceAll(/:(?=\w)/gu, "\\u003a")
  )

const uuid =
  "(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || " +
  "substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid"

const oneOf = (values: ReadonlyArray<string>, type: string): string =>
  values.length === 1
    ? `${quoted(values[0] ?? "")}::${type}`
    : `(array[${values.map(quoted).join()}]::${type}[])[:n + 1]`

/** @param forms the forms to file against, chosen at random. */
const script = ({ caller }: Arena, { firings, submission }: Filing, forms: ReadonlyArray<BenchForm>): string => {
  const fired = firings.map(
    ({ content, effectId, kind, on }) =>
      `json_build_object('id', ${uuid}, 'effectId', ${quoted(effectId)}, 'kind', ${quoted(kind)}, 'on', ${quoted(on)}, ` +
      `'content', ${json(content ?? null)}::json)`
  )
  const statement = `select status, submission_id, reference_number, created_at
from formwork.file(
  ${quoted(caller.organisationId)}, ${quoted(caller.userId)}, 'api_key', ${quoted(caller.credential.id)}, null, null,
  ${uuid}, ${oneOf(
    forms.map(({ id }) => id),
    "uuid"
  )}, ${oneOf(
    forms.map(({ versionId }) => versionId),
    "uuid"
  )}, ${quoted(submission.workflowState)},
  ${json(submission.data)}, ${json(submission.calculatedData)}, ${quoted(`{${submission.hiddenFields.join()}}`)}, ${json(submission.outcomes)},
  ${oneOf(
    forms.map(({ code }) => `${code}-`),
    "text"
  )}, '', 8, ${fired.length === 0 ? "null" : `json_build_array(${fired.join()})`}, null, null);
`
  const variables = statement.replaceAll("::", "").match(/:[A-Za-z0-9_]+/gu) ?? []
  if (variables.some((name) => name !== ":n"))
    throw new Error(`pgbench would take ${variables.join(" ")} for variables`)
  return `\\set n random(0, ${forms.length - 1})\n${statement}`
}

/** Where pgbench sends its statements. */
export interface Target {
  readonly url: string
  /** What the connection says at its start. */
  readonly options: string
  /** Whether statements may be prepared. */
  readonly isPrepared: boolean
}

const direct = ({ databaseUrl }: Arena): Target => ({
  url: databaseUrl,
  options: "-c role=formwork_api -c timezone=UTC",
  isPrepared: true
})

/**
 * Connections whose first statement is planned in a second: that takes some 60 ms of CPU, which belongs to the start of a connection and not
 * to a filing.
 */
const PLANNED_A_SECOND = 8

/** Runs for `seconds` over `connections` that have filed before; resolves with the statements per second, or rejects where one failed. */
export const prepare = (
  arena: Arena,
  filing: Filing,
  forms: ReadonlyArray<BenchForm>,
  connections: number,
  { isPrepared, options, url }: Target = direct(arena)
) => {
  const folder = mkdtempSync(join(tmpdir(), "formwork-bench-"))
  const file = join(folder, "file.sql")
  writeFileSync(file, script(arena, filing, forms))
  const beforehand = Math.ceil(connections / PLANNED_A_SECOND)
  const args = [
    "-n",
    "-P",
    "1",
    "-M",
    isPrepared ? "prepared" : "simple",
    "-c",
    String(connections),
    "-j",
    "2",
    "-f",
    file
  ]
  const run = (seconds: number): Promise<number> =>
    new Promise((resolve, reject) => {
      const child = spawn(arena.pgbench, [...args, "-T", String(beforehand + seconds), url], {
        env: { ...process.env, PGOPTIONS: options },
        stdio: ["ignore", "pipe", "pipe"]
      })
      let said = ""
      for (const pipe of [child.stdout, child.stderr])
        pipe.setEncoding("utf8").on("data", (text: string) => (said += text))
      child.on("error", reject)
      child.on("close", (code) => {
        // By the clock and not by their number: while it connects and plans, a busy machine gives several seconds one line.
        const counted = [...said.matchAll(/^progress: ([\d.]+) s, ([\d.]+) tps/gmu)]
          .filter(([, second]) => Number(second) > beforehand)
          .map(([, , rate]) => Number(rate))
        if (code === 0 && counted.length > 0 && !/aborted|ERROR/u.test(said))
          resolve(counted.reduce((sum, rate) => sum + rate, 0) / counted.length)
        else reject(new Error(`pgbench ended with ${code}: ${said}`))
      })
    })
  return { run, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
