/** A Postgres server of our own for the length of one process. Its files are removed when the process ends, even by kill -9. */
import { execFileSync, spawn, spawnSync } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { binaries } from "./Binaries.ts"
import { isAlive } from "./isAlive.ts"
import * as MadeOnce from "./MadeOnce.ts"
import { serverUser } from "./ServerUser.ts"
import type { User } from "./ServerUser.ts"
import { freePort } from "./freePort.ts"

/** A server that is running. */
export interface Cluster {
  /** As its superuser, the database `postgres`. */
  readonly url: string
  /** The folder of its programs. */
  readonly bin: string
  /** The user that it runs as; undefined: the user who runs the tests. */
  readonly user: User | undefined
  /** Its files. */
  readonly data: string
  /** Ends it before this process ends. */
  readonly stop: () => Promise<void>
}

/** What a server has besides its settings. */
export interface Options {
  /** The folder of its write-ahead log, empty or yet to be made; undefined: among its other files. */
  readonly walFolder?: string | undefined
  /** Whether it has a system identifier of its own: those of servers that are copies of one folder are the same. */
  readonly isOwnSystem?: boolean
  /** Whether it is started again whenever it has ended, as a service manager does. */
  readonly isKept?: boolean
  /** Is called with what it logs. */
  readonly listen?: (text: string) => void
}

const prefix = "formwork-test-postgres-"
const password = "let-me-in"

/**
 * Starts a server, or throws an error whose message is one sentence for the person who runs the tests.
 * @param settings of the server, `name=value`, over those that make it quick.
 */
export const start = async (settings: ReadonlyArray<string> = [], options: Options = {}): Promise<Cluster> => {
  sweep()
  const user = serverUser()
  const { data, folder } = ownFolder(user)
  const bin = await binaries(folder, user)
  const { isOwnSystem = false, walFolder } = options
  const made =
    walFolder === undefined && !isOwnSystem
      ? await MadeOnce.folder("cluster", (empty) => initialise(bin, user, empty))
      : undefined
  if (made === undefined) initialise(bin, user, folder, walFolder)
  else spawnSync("cp", ["-a", join(made, "data"), data], { stdio: "pipe" })
  const port = await freePort()
  const place = { postgres: join(bin, "postgres"), folder, data, user }
  const stop = await serve(place, [...quick, `port=${port}`, ...settings], options)
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, bin, user, data, stop }
}

/** Makes the files of a server, in `data` of the folder. */
const initialise = (bin: string, user: User | undefined, folder: string, walFolder?: string): void => {
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const passwordFile = join(folder, "password")
  writeFileSync(passwordFile, password, { mode: 0o644 })
  execFileSync(
    join(bin, "initdb"),
    [
      "-D",
      join(folder, "data"),
      "-U",
      "postgres",
      "-A",
      "scram-sha-256",
      `--pwfile=${passwordFile}`,
      "-E",
      "UTF8",
      "--locale=C",
      "--no-sync",
      ...(walFolder === undefined ? [] : [`--waldir=${walFolder}`])
    ],
    { ...user, stdio: "pipe", cwd: folder }
  )
}

/** Copies the files of a server that is in backup mode, for a second one. Files come and go meanwhile: its log says what counts. */
export const copyFiles = ({ data: from, user }: Cluster): Folder => {
  const copy = ownFolder(user)
  spawnSync("cp", ["-a", from, copy.data], { stdio: "pipe" })
  for (const name of ["postmaster.pid", "postmaster.opts"]) rmSync(join(copy.data, name), { force: true })
  return copy
}

/** Starts a second server on such a copy. */
export const startCopy = async (
  { bin, url, user }: Cluster,
  { data, folder }: Folder,
  settings: ReadonlyArray<string>
): Promise<Cluster> => {
  if (user !== undefined) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, data])
  const port = await freePort()
  const stop = await serve({ postgres: join(bin, "postgres"), folder, data, user }, [
    ...quick,
    `port=${port}`,
    ...settings
  ])
  const own = new URL(url)
  own.port = String(port)
  return { url: own.href, bin, user, data, stop }
}

export interface Folder {
  readonly folder: string
  readonly data: string
}

/** Sends a signal to every process of a server: SIGSTOP leaves its connections open, and nothing answers. */
export const signal = ({ data }: Cluster, name: "SIGSTOP" | "SIGCONT" | "SIGKILL"): void => {
  const postmaster = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0] ?? ""
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", postmaster], { encoding: "utf8" })
  for (const pid of [postmaster, ...children.split("\n")].map(Number).filter((pid) => pid > 0)) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended meanwhile.
    }
  }
}

const ownFolder = (user: User | undefined): Folder => {
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o700)
  return { folder, data: join(folder, "data") }
}

/**
 * Runs the server under a shell that waits for its standard input to end, which it does when this process does, even by
 * kill -9; then it stops the server and removes the folder.
 */
const guard = `
"$@" </dev/null & server=$!
cat >/dev/null
kill -QUIT $server 2>/dev/null
wait $server 2>/dev/null
cd / && rm -rf "$FOLDER"`

/** The same, and meanwhile starts the server again whenever it has ended. */
const keeper = `
(
  trap 'kill -QUIT $server 2>/dev/null; wait $server 2>/dev/null; exit' TERM
  while [ -d "$FOLDER" ]; do
    "$@" </dev/null & server=$!
    wait $server
    sleep 0.2
  done
) & keeper=$!
cat >/dev/null
kill -TERM $keeper
wait $keeper 2>/dev/null
cd / && rm -rf "$FOLDER"`

/** Kept, because the pipe of a child that is garbage closes. */
const running: Array<ChildProcess> = []

/** Settings for speed: this data need not survive a crash. */
const quick = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  "max_connections=100",
  "shared_buffers=64MB"
]

interface Place extends Folder {
  readonly postgres: string
  readonly user: User | undefined
}

/** Resolves when the server answers, with what stops it. */
const serve = (
  { data, folder, postgres, user }: Place,
  settings: ReadonlyArray<string>,
  { isKept = false, listen }: Options = {}
): Promise<() => Promise<void>> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      "/bin/sh",
      ["-c", isKept ? keeper : guard, "sh", postgres, "-D", data, ...settings.flatMap((setting) => ["-c", setting])],
      {
        ...user,
        cwd: folder,
        env: { ...process.env, FOLDER: folder },
        detached: true, // Ctrl-C at the terminal is for us; the end of our pipe is for the server
        stdio: ["pipe", "ignore", "pipe"]
      }
    )
    const stop = async (): Promise<void> => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.ref()
      const ended = once(child, "exit")
      child.stdin.end()
      await ended
    }
    let said = ""
    const read = (text: string) => {
      said += text
      if (/database system is ready to accept (?:read-only )?connections/u.test(said)) {
        child.stderr.off("data", read).resume()
        running.push(child)
        // The server does not keep this process alive.
        child.unref()
        for (const pipe of [child.stdin, child.stderr])
          if ("unref" in pipe && typeof pipe.unref === "function") pipe.unref()
        resolve(stop)
      } else if (said.includes("FATAL:")) {
        child.stdin.end()
        reject(new Error(`The test server did not start: ${said.trim()}`))
      }
    }
    child.stderr.setEncoding("utf8").on("data", read)
    if (listen !== undefined) child.stderr.on("data", listen)
    child.on("error", reject)
  })

/** Removes the folders of runs whose guard was killed too. A folder's name has the id of the process that made it. */
const sweep = (): void => {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))) {
    if (isAlive(Number(name.slice(prefix.length).split("-")[0]))) continue
    const folder = join(tmpdir(), name)
    try {
      const server = Number(readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n")[0])
      if (isAlive(server) && isServerOf(server, folder)) process.kill(server, "SIGQUIT")
    } catch {
      // It has no server.
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The process id in the file may belong to another program by now. */
const isServerOf = (pid: number, folder: string): boolean => {
  try {
    return execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8", stdio: "pipe" }).includes(folder)
  } catch {
    return existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(folder)
  }
}
