/** etcd and three Postgres servers under Patroni on this machine, for the length of a test: where Patroni and etcd are installed. */
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { accessSync, chownSync, constants, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { promisify } from "node:util"
import { setTimeout as pause } from "node:timers/promises"
import { freePort } from "@formwork/postgres/testing/freePort"
import { binaries } from "@formwork/postgres/testing/Binaries"
import { serverUser } from "@formwork/postgres/testing/ServerUser"
import { objectOf } from "../reading.ts"
import * as Line from "./Line.ts"
import * as Member from "./Member.ts"

const isInstalled = (program: string): boolean =>
  (process.env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/** Why there is no such test here, or undefined where there is one. */
export const absent = (): string | undefined => {
  const missing = ["patroni", "patronictl", "etcd", "psql"].filter((program) => !isInstalled(program))
  return missing.length === 0
    ? undefined
    : `The failover of a Patroni cluster is not tested: this machine has no ${missing.join(", ")}.`
}

export interface PatroniCluster {
  readonly members: ReadonlyArray<Member.Member>
  /** The one that leads; rejects where none does for long. */
  readonly leader: () => Promise<Member.Member>
  /** Waits until every member runs, one leads, and one of the others has every commit. */
  readonly settled: () => Promise<void>
  /** Hands the lead over, as an operator does. */
  readonly switchOver: () => Promise<unknown>
  /** Runs SQL as the superuser at the leader and gives what psql prints: a row a line, columns apart by `|`. */
  readonly sql: (statement: string) => Promise<string>
  readonly end: () => Promise<void>
}

/** Its bytes go through this process, which must not wait for it. */
const runs = promisify(execFile)

/** Looks ten times a second. It gives up after 100 seconds, so that what was started still ends. */
export const until = async <A>(what: string, look: () => Promise<A | undefined>): Promise<A> => {
  const end = performance.now() + 100_000
  while (performance.now() < end) {
    const found = await look()
    if (found !== undefined) return found
    await pause(100)
  }
  throw new Error(`${what} does not come about`)
}

const isAnswering = async (url: string): Promise<true | undefined> => {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1_000) })).ok ? true : undefined
  } catch {
    return undefined
  }
}

/** @param folder of its files. @returns its port, and what ends it. */
const startEtcd = async (folder: string) => {
  const [client, peer] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`]
  const etcd = spawn(
    "/bin/sh",
    ["-c", '"$@" </dev/null >/dev/null 2>&1 & child=$!; cat >/dev/null; kill -KILL $child', "sh", "etcd"].concat(
      ["--data-dir", folder, "--unsafe-no-fsync", "--listen-client-urls", client, "--advertise-client-urls", client],
      ["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", `default=${peer}`]
    ),
    { detached: true, stdio: ["pipe", "ignore", "ignore"] }
  )
  await until("etcd", () => isAnswering(`${client}/health`))
  const end = async () => {
    const ended = once(etcd, "exit")
    etcd.stdin.end()
    await ended
  }
  return { port: Number(new URL(client).port), end }
}

/** Starts a cluster of three. @param config the text of patroni.yml. */
export const start = async (config: string): Promise<PatroniCluster> => {
  const user = serverUser()
  const folder = mkdtempSync(join(tmpdir(), "formwork-patroni-"))
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const bin = dirname(realpathSync(join(await binaries(folder, user), "postgres")))
  const etcd = await startEtcd(join(folder, "etcd"))
  const lines: Array<Line.Line> = []
  const lineTo = async (port: number) => {
    const line = await Line.make(port)
    lines.push(line)
    return line
  }
  const members: Array<Member.Member> = []
  for (const name of ["db1", "db2", "db3"]) {
    const ports = { postgres: await freePort(), rest: await freePort() }
    const own = {
      postgres: await lineTo(ports.postgres),
      rest: await lineTo(ports.rest),
      etcd: await lineTo(etcd.port)
    }
    members.push(Member.make({ name, folder: join(folder, name), bin, user, ports, lines: own, config }))
  }
  for (const member of members) member.start()

  const anyFile = members[0]?.file ?? ""
  const patronictl = async (...args: ReadonlyArray<string>) =>
    (await runs("patronictl", ["-c", anyFile, ...args], { encoding: "utf8" })).stdout
  const leading = async () => {
    const roles = await Promise.all(members.map((member) => member.role()))
    const found = members.filter((_, place) => roles[place] === "master")
    return found.length === 1 ? found[0] : undefined
  }
  const leader = () => until("a leader", leading)
  const settled = async () => {
    await until("a settled cluster", async () => {
      const rows: ReadonlyArray<unknown> = JSON.parse(await patronictl("list", "--format", "json"))
      const said = rows.map((row) => Object.values(objectOf(row)).join(" "))
      const isSettled =
        said.length === members.length &&
        said.every((row) => /\b(?:running|streaming)\b/u.test(row)) &&
        said.some((row) => row.includes("Sync Standby")) &&
        new Set(rows.map((row) => objectOf(row)["TL"])).size === 1
      return isSettled ? true : undefined
    })
    await leader()
  }
  return {
    members,
    leader,
    settled,
    switchOver: () => patronictl("switchover", "--force"),
    sql: async (statement) => {
      const { port } = await leader()
      const { stdout } = await runs(
        "psql",
        ["-qAtX", "-c", statement, "-h", "127.0.0.1", "-p", String(port), "-U", "postgres"],
        {
          encoding: "utf8",
          env: { ...process.env, PGPASSWORD: Member.superuserPassword }
        }
      )
      return stdout.trim()
    },
    end: async () => {
      await Promise.all(members.map((member) => member.end()))
      await etcd.end()
      for (const line of lines) line.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** The file of deploy/patroni as it stands. */
export const config = (): string =>
  readFileSync(new URL("../../../../../deploy/patroni/patroni.yml", import.meta.url), "utf8")
