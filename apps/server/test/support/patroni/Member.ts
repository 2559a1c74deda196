/** One database server under Patroni, with the file of deploy/patroni on it, and what can happen to the machine that it stands for. */
import { execFileSync, spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { once } from "node:events"
import { join } from "node:path"
import type { User } from "@formwork/postgres/testing/ServerUser"
import { objectOf } from "../reading.ts"
import type { Line } from "./Line.ts"

export const superuserPassword = "let-me-in"

interface Ports {
  readonly postgres: number
  readonly rest: number
}

/** The lines by which others reach its Postgres and its Patroni, and by which it reaches etcd. */
interface Lines {
  readonly postgres: Line
  readonly rest: Line
  readonly etcd: Line
}

export interface Member {
  readonly name: string
  /** Where Formwork reaches it: no line between, so that even a server that is cut off from its cluster answers. */
  readonly port: number
  /** The file that Patroni reads. */
  readonly file: string
  readonly start: () => void
  /** Patroni and Postgres end at once, as when the power is cut. */
  readonly kill: () => Promise<void>
  readonly freeze: () => void
  readonly thaw: () => void
  readonly cutOff: () => void
  readonly rejoin: () => void
  /** What Patroni says that Postgres is: `master`, `replica` and others; undefined while it does not answer. */
  readonly role: () => Promise<string | undefined>
  /** What Patroni has said. */
  readonly log: () => string
  readonly end: () => Promise<void>
}

/** The words of the file that are of each server, and the places that several servers on one machine cannot share. */
const fill = (text: string, words: ReadonlyArray<readonly [from: string, to: string]>): string =>
  words.reduce((filled, [from, to]) => {
    if (!filled.includes(from)) throw new Error(`deploy/patroni/patroni.yml has no ${from}`)
    return filled.replaceAll(from, to)
  }, text)

/**
 * Runs Patroni, says its process id, and ends both when the pipe of its standard input does: when the tests end, even by kill -9. Last its own
 * group, in which Patroni may have begun a copy of another server.
 */
const guard = `
"$@" </dev/null & child=$!
echo $child
cat >/dev/null
kill -KILL $child 2>/dev/null
[ -f "$DATA/postmaster.pid" ] && kill -CONT $(head -1 "$DATA/postmaster.pid") && kill -QUIT $(head -1 "$DATA/postmaster.pid")
kill -KILL 0`

const processesBelow = (pid: number): ReadonlyArray<number> =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/u).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child, ...processesBelow(child)] : []))

const send = (pids: ReadonlyArray<number>, name: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** What a member is made of. */
export interface Parts {
  readonly name: string
  /** A folder of its own, which need not exist. */
  readonly folder: string
  /** The folder of Postgres' programs. */
  readonly bin: string
  readonly user: User | undefined
  readonly ports: Ports
  readonly lines: Lines
  /** The text of deploy/patroni/patroni.yml. */
  readonly config: string
}

export const make = ({ bin, config, folder, lines, name, ports, user }: Parts): Member => {
  const data = join(folder, "data")
  const file = join(folder, "patroni.yml")
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(
    file,
    fill(config, [
      ["@NAME@", name],
      ['listen: "@ADDRESS@:8008"', `listen: 127.0.0.1:${ports.rest}`],
      ["@ADDRESS@:8008", `127.0.0.1:${lines.rest.port}`],
      // Patroni would ask etcd for its addresses, and go there by none of our lines.
      ["etcd3:", "etcd3:\n  use_proxies: true"],
      ["@ETCD@", `127.0.0.1:${lines.etcd.port}`],
      ['listen: "@ADDRESS@:5432"', `listen: 127.0.0.1:${ports.postgres}`],
      ["@ADDRESS@:5432", `127.0.0.1:${lines.postgres.port}`],
      ["/var/lib/postgresql/formwork.pgpass", join(folder, "pgpass")],
      ["/var/lib/postgresql/formwork", data],
      ["/usr/lib/postgresql/15/bin", bin],
      ["/var/run/postgresql", folder],
      ["@SUPERUSER_PASSWORD@", superuserPassword],
      ["@REPLICATION_PASSWORD@", "follow-me"],
      ["@NETWORK@", "127.0.0.1/32"]
    ])
  )
  if (user !== undefined) for (const owned of [folder, file]) chownSync(owned, user.uid, user.gid)

  let child: ChildProcess | undefined
  let patroni = 0
  let said = ""
  const postmaster = (): ReadonlyArray<number> => {
    const pidFile = join(data, "postmaster.pid")
    if (!existsSync(pidFile)) return []
    const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0])
    return pid > 0 ? [pid, ...processesBelow(pid)] : []
  }
  const all = () => [patroni, ...processesBelow(patroni), ...postmaster()]
  const start = () => {
    const begun = spawn("/bin/sh", ["-c", guard, "sh", "patroni", file], {
      ...user,
      cwd: folder,
      env: { PATH: process.env["PATH"], HOME: folder, DATA: data },
      detached: true,
      stdio: ["pipe", "pipe", "pipe"]
    })
    begun.stdout.setEncoding("utf8").once("data", (text: string) => {
      patroni = Number(text)
    })
    begun.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text
    })
    child = begun
  }
  const end = async () => {
    if (child?.stdin === undefined || child.stdin === null) return
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, "exit")
    child.stdin.end()
    await ended
  }
  return {
    name,
    port: ports.postgres,
    file,
    start,
    kill: () => {
      send(all(), "SIGKILL")
      return end()
    },
    freeze: () => send(all(), "SIGSTOP"),
    thaw: () => send(all(), "SIGCONT"),
    cutOff: () => Object.values<Line>({ ...lines }).forEach(({ cut }) => cut()),
    rejoin: () => Object.values<Line>({ ...lines }).forEach(({ mend }) => mend()),
    role: async () => {
      try {
        const answer = await fetch(`http://127.0.0.1:${ports.rest}/patroni`, { signal: AbortSignal.timeout(1_000) })
        const { role } = objectOf(await answer.json())
        return typeof role === "string" ? role : undefined
      } catch {
        return undefined
      }
    },
    log: () => said,
    end
  }
}
