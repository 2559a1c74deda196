/**
 * The image, built by buildah from the Dockerfile on a Debian that mmdebstrap makes here: no registry of images is needed, only those of Debian and of
 * npm. Everything is in one folder, which is removed at the end.
 */
import { execFile, execFileSync, spawn, spawnSync } from "node:child_process"
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { objectOf, parseObject } from "../support/reading.ts"
import type { Start } from "./installed.ts"

const exists = (program: string): boolean => spawnSync(program, ["--version"]).error === undefined

/** What is missing for building it, in words; empty where nothing is. */
export const missing: string = [
  ...(process.platform === "linux" && process.getuid?.() === 0 ? [] : ["root on Linux"]),
  ...["buildah", "mmdebstrap"].filter((program) => !exists(program))
].join(" and ")

const image = "localhost/formwork:test"
const repository = new URL("../../../../", import.meta.url).pathname

const run = promisify(execFile)

/** Buildah with the images and containers of `place` alone. */
const buildah = async (place: string, ...args: ReadonlyArray<string>): Promise<string> => {
  const own = ["--root", join(place, "storage"), "--runroot", join(place, "run")]
  const { stdout } = await run("buildah", [...own, ...args], {
    env: { ...process.env, BUILDAH_ISOLATION: "chroot" },
    maxBuffer: 64 * 1024 * 1024
  })
  return stdout.trim()
}

/** What node:24-bookworm-slim and debian:bookworm-slim are, made of packages: the second with Node and npm, from this machine. */
const bases = async (place: string): Promise<void> => {
  const base = join(place, "base")
  mkdirSync(base)
  const left = ["man", "locale", "doc"].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`)
  const clean = '--customize-hook=rm -rf "$1"/var/cache/apt/* "$1"/var/lib/apt/lists/* "$1"/var/log/*'
  const what = ["--variant=essential", "--include=libstdc++6", ...left, clean, "bookworm"]
  await run("mmdebstrap", [...what, join(base, "base.tar")], { maxBuffer: 64 * 1024 * 1024 })
  writeFileSync(join(base, "base.Dockerfile"), "FROM scratch\nADD base.tar /\n")
  copyFileSync(process.execPath, join(base, "node"))
  const npm = realpathSync(execFileSync("/bin/sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim())
  cpSync(join(npm, "../.."), join(base, "npm"), { recursive: true, dereference: true })
  const authorities = process.env["NODE_EXTRA_CA_CERTS"]
  writeFileSync(join(base, "authorities.pem"), authorities === undefined ? "" : readFileSync(authorities))
  const steps = [
    "FROM localhost/formwork-base",
    "COPY authorities.pem /etc/",
    "COPY node /usr/local/bin/",
    "COPY npm /usr/local/lib/node_modules/npm",
    "RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm"
  ]
  writeFileSync(join(base, "build.Dockerfile"), `${steps.join("\n")}\n`)
  for (const name of ["base", "build"])
    await buildah(place, "bud", "--file", join(base, `${name}.Dockerfile`), "--tag", `formwork-${name}`, base)
  rmSync(base, { recursive: true })
}

/** This machine's configuration of npm, as one gives it to a build of the image. */
const npmrc = (place: string): string => {
  const file = join(place, "npmrc")
  const own = join(homedir(), ".npmrc")
  const authorities = process.env["NODE_EXTRA_CA_CERTS"] === undefined ? "" : "\ncafile=/etc/authorities.pem\n"
  writeFileSync(file, `${existsSync(own) ? readFileSync(own, "utf8") : ""}${authorities}`)
  return file
}

export interface Image {
  /** As the image says: its user, variables and entry point; with a root that cannot be written, and an empty /tmp. */
  readonly start: Start
  /** Any program in it, under the same conditions. */
  readonly execute: (
    command: ReadonlyArray<string>,
    settings: Readonly<Record<string, string>>
  ) => Promise<number | null>
  /** The command of its HEALTHCHECK. */
  readonly health: ReadonlyArray<string>
  /** A file in it that its user can read, as a secret is given to a container. */
  readonly secret: (text: string) => string
  /** Bytes of all layers, as a registry keeps them. */
  readonly compressed: () => Promise<number>
  readonly remove: () => Promise<void>
}

// Mounts that only this process sees. `exec` leaves one process, so that a signal to it reaches the program.
const isolated = `
mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && mount -t tmpfs tmpfs "$1/tmp" && mount -t proc proc "$1/proc" || exit 125
root=$1 user=$2; shift 2
exec chroot --userspec="$user" "$root" /usr/bin/env -i "$@"`

const strings = (list: unknown): ReadonlyArray<string> => (Array.isArray(list) ? list.map(String) : [])

export const build = async (place: string): Promise<Image> => {
  await bases(place)
  const named = ["BUILD_IMAGE=localhost/formwork-build", "BASE_IMAGE=localhost/formwork-base"]
  const args = named.flatMap((argument) => ["--build-arg", argument])
  const secret = ["--secret", `id=npmrc,src=${npmrc(place)}`]
  await buildah(place, "bud", "--format", "docker", "--tag", image, ...args, ...secret, repository)
  const config = objectOf(
    objectOf(parseObject(await buildah(place, "inspect", "--type", "image", image))["Docker"])["config"]
  )
  const container = await buildah(place, "from", image)
  const root = await buildah(place, "mount", container)
  const spawned = (command: ReadonlyArray<string>, settings: Readonly<Record<string, string>>) => {
    const variables = [
      ...strings(config["Env"]),
      ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)
    ]
    const all = ["--mount", "sh", "-c", isolated, "sh", root, String(config["User"]), ...variables, ...command]
    return spawn("unshare", all, { stdio: ["ignore", "pipe", "pipe"] })
  }
  const secretFile = "/run/secrets/owner-password"
  return {
    start: (given, settings) => spawned([...strings(config["Entrypoint"]), ...given], settings),
    execute: (command, settings) => new Promise((resolve) => spawned(command, settings).on("close", resolve)),
    health: strings(objectOf(config["Healthcheck"])["Test"]).slice(1),
    secret: (text) => {
      mkdirSync(join(root, dirname(secretFile)), { recursive: true })
      writeFileSync(join(root, secretFile), text, { mode: 0o444 })
      return secretFile
    },
    compressed: async () => {
      const target = join(place, "layers")
      await buildah(place, "push", "--compression-format", "gzip", image, `dir:${target}`)
      const layers = objectOf(parseObject(readFileSync(join(target, "manifest.json"), "utf8")))["layers"]
      return (Array.isArray(layers) ? layers : [])
        .map((layer) => statSync(join(target, String(objectOf(layer)["digest"]).replace("sha256:", ""))).size)
        .reduce((sum, size) => sum + size, 0)
    },
    remove: async () => {
      await buildah(place, "rm", "--all")
      await buildah(place, "rmi", "--all", "--force")
    }
  }
}
