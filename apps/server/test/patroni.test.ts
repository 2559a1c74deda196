/**
 * The failover of docs/scaling.md: three Postgres servers under Patroni with the file of deploy/patroni, and a server of Formwork that
 * names all of them while clients file. The leader is cut off and replaced; with `TEST_PATRONI=1` it is also killed and frozen, and the
 * times are those of the file: some four minutes. Skipped, with a line, where Patroni and etcd are not installed.
 */
import { setTimeout as pause } from "node:timers/promises"
import { assert, it } from "@effect/vitest"
import { demoOf } from "./support/demo.ts"
import { filedAsAnswered } from "./support/filedAsAnswered.ts"
import * as Filers from "./support/filers.ts"
import { run, serving } from "./support/formwork.ts"
import * as PatroniCluster from "./support/patroni/PatroniCluster.ts"
import { superuserPassword } from "./support/patroni/Member.ts"
import type { Member } from "./support/patroni/Member.ts"

const isWhole = process.env["TEST_PATRONI"] === "1"
const absent = PatroniCluster.absent()
if (absent !== undefined) console.log(absent)

/** The shortest times that Patroni 3 keeps to on a busy machine. */
const sooner = (config: string): string =>
  config
    .replace("ttl: 20", "ttl: 8")
    .replace("loop_wait: 5", "loop_wait: 1")
    .replace("retry_timeout: 5", "retry_timeout: 3")

interface Fault {
  readonly says: string
  readonly begin: (leader: Member, cluster: PatroniCluster.PatroniCluster) => unknown
  /** Runs after another leads and clients file there. */
  readonly end: (former: Member) => unknown
}

/** The leader that still answers Formwork and has lost its cluster is the hardest; a run of all tests has no time for the others. */
const faults: ReadonlyArray<Fault> = [
  { says: "cut off", begin: (leader) => leader.cutOff(), end: (former) => former.rejoin() },
  { says: "switched over", begin: (_, cluster) => cluster.switchOver(), end: () => {} }
]

const others: ReadonlyArray<Fault> = [
  { says: "killed", begin: (leader) => leader.kill(), end: (former) => former.start() },
  { says: "frozen", begin: (leader) => leader.freeze(), end: (former) => former.thaw() }
]

/** Resolves when another member than `former` takes writes, with the moment. */
const promoted = ({ members }: PatroniCluster.PatroniCluster, former: Member): Promise<number> =>
  PatroniCluster.until("another leader", async () => {
    const roles = await Promise.all(members.filter((member) => member !== former).map((member) => member.role()))
    return roles.includes("master") ? performance.now() : undefined
  })

/** Resolves when a request is answered 201 that was sent after `since`, with the moment of the answer. */
const filedSince = ({ filed }: Filers.Filers, since: number): Promise<number> =>
  PatroniCluster.until("a filing", async () => filed.find(({ sent }) => sent > since)?.answered)

const seconds = (millis: number): string => `${(millis / 1_000).toFixed(1)} s`

it.skipIf(absent !== undefined)(
  "a leader that is lost or replaced costs no submission, doubles none, and leaves no gap",
  async () => {
    const cluster = await PatroniCluster.start(isWhole ? PatroniCluster.config() : sooner(PatroniCluster.config()))
    try {
      await cluster.settled()
      const hosts = cluster.members.map(({ port }) => `127.0.0.1:${port}`).join(",")
      const env = {
        DATABASE_URL: `postgres://postgres:${superuserPassword}@${hosts}/postgres?target_session_attrs=read-write`,
        KEY_PEPPER: "a pepper of at least 32 characters",
        RATE_LIMIT_PER_MINUTE: "1000000",
        WORKERS: "0"
      }
      const migrated = await run(["migrate"], env)
      assert.strictEqual(migrated.code, 0, migrated.stderr)
      await serving(
        env,
        async (address, running) => {
          await running.says(/Ctrl-C/)
          const filers = Filers.start(address, demoOf(running), 12)
          const said: Array<string> = []
          for (const fault of isWhole ? [...others, ...faults] : faults) {
            await cluster.settled()
            await filedSince(filers, performance.now())
            const former = await cluster.leader()
            const began = performance.now()
            const another = promoted(cluster, former)
            await fault.begin(former, cluster)
            const led = await another
            const back = await filedSince(filers, led)
            said.push(`${fault.says}: another led after ${seconds(led - began)}, filed ${seconds(back - led)} later`)
            if (isWhole) await pause(5_000)
            await fault.end(former)
          }
          await filers.stop()
          const rows = await cluster.sql("select submission_id, reference_number from formwork.submissions")
          const stored = rows.split("\n").map((row) => row.split("|", 2))
          filedAsAnswered(
            stored.map(([id = "", reference = ""]) => [id, reference]),
            filers
          )
          console.log(
            `${said.join("; ")}. ${new Set(filers.filed.map(({ key }) => key)).size} filed, 0 lost, 0 doubled; ` +
              `not 201: ${JSON.stringify(filers.others)}`
          )
        },
        ["--demo"]
      )
    } catch (error) {
      for (const { log, name } of cluster.members) console.error(name, log().slice(-2_000))
      throw error
    } finally {
      await cluster.end()
    }
  },
  600_000
)
