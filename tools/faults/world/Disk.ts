/** A small disk for the database's tables, or for its write-ahead log: a tmpfs, which is full once its size is set to that of its files. */
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { chownSync, mkdtempSync, rmdirSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import type { User } from "@formwork/postgres/testing/ServerUser"

const run = promisify(execFile)

export interface Disk {
  readonly folder: string
  /** Leaves no room for another page, or for a few that are soon written. */
  readonly fill: () => Promise<void>
  readonly free: () => Promise<void>
}

const resize = (folder: string, size: string) => run("mount", ["-o", `remount,size=${size}`, folder])

const usedBytes = (folder: string): number => {
  const { bfree, blocks, bsize } = statfsSync(folder)
  return (blocks - bfree) * bsize
}

/** Kibibytes more at each try: some pages, which are written in less than a second. */
const MORE = 64

/** Repeats, because the files may grow between the measurement and the resize, which is then refused: each time with a little more room. */
const fill = async (folder: string): Promise<void> => {
  for (let tries = 0; ; tries++) {
    try {
      await resize(folder, `${Math.ceil(usedBytes(folder) / 1024) + tries * MORE}k`)
      return
    } catch (cause) {
      if (tries === 100) throw cause
    }
  }
}

const mount = async (size: string, user: User | undefined): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "formwork-faults-disk-"))
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${size},mode=0700`, "formwork-faults", folder])
  } catch (cause) {
    rmdirSync(folder)
    throw cause
  }
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  return folder
}

/** Why there is no such disk. */
const reasonOf = (cause: unknown): string => {
  const said = typeof cause === "object" && cause !== null && "stderr" in cause ? String(cause.stderr).trim() : ""
  return `a small file system cannot be mounted here (${said === "" ? String(cause) : said})`
}

/** A failure with the reason where this machine or this user cannot mount one. */
export const make = (size: string, user: User | undefined) =>
  Effect.acquireRelease(Effect.tryPromise({ try: () => mount(size, user), catch: reasonOf }), (folder) =>
    Effect.promise(async () => {
      await run("umount", ["--lazy", folder]).catch(() => {})
      rmdirSync(folder)
    })
  ).pipe(
    Effect.map((folder): Disk => ({
      folder,
      fill: () => fill(folder),
      free: async () => void (await resize(folder, size))
    })),
    Effect.result
  )
