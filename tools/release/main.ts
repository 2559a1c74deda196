/** `npm run release -- --dry-run`: the archive, the image, checksums, the bill of materials and the notes of a release, from the commit that is checked out. */
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { homedir, tmpdir } from "node:os"
import { join, relative, resolve } from "node:path"
import { createInterface } from "node:readline/promises"
import { notesOf } from "./notes.ts"
import { type Options, read, usage } from "./Options.ts"
import { has, output, run } from "./run.ts"
import { Stop, stopped } from "./sentences.ts"
import { versionOf } from "./versions.ts"

const root = resolve(import.meta.dirname, "../..")
const say = (line: string): void => void process.stderr.write(`${line}\n`)
const git = (...args: ReadonlyArray<string>): string => output("git", args, { cwd: root }).trim()

/** A question on the terminal. */
const agrees = async (question: string): Promise<boolean> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} [y/N] `).finally(() => terminal.close())
  return /^y(?:es)?$/iu.test(answer.trim())
}

interface Release {
  readonly version: string
  readonly tag: string
  readonly commit: string
  readonly date: string
  readonly notes: string
}

/** In a dry run what stands in the way is said; otherwise it stops the release. */
const examined = async ({ isDry }: Options): Promise<Release> => {
  const object = isDry ? (sentence: string): void => say(`Would stop: ${sentence}`) : stop
  const version = versionOf(root)
  const tag = `v${version}`
  const { date, text } = notesOf(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version)
  if (date === "unreleased") object(`CHANGELOG.md says that ${version} is unreleased: write the day of the release.`)
  const changed = git("status", "--porcelain")
  if (changed !== "") object(`Changes that are not committed would be left out:\n${changed}`)
  if (git("tag", "--list", tag) !== "") object(`The tag ${tag} exists: raise the version.`)
  const commit = git("rev-parse", "HEAD")
  if (isDry) say(`Would ask: did every check of CI pass for ${commit}?`)
  else {
    if (!process.stdin.isTTY) stop("A release asks before it tags: run it on a terminal, or with --dry-run.")
    if (!(await agrees(`Did every check of CI pass for ${commit}?`))) stop("First let CI run for this commit.")
  }
  return { version, tag, commit, date, notes: text }
}

const stop = (sentence: string): never => {
  throw new Stop(sentence)
}

/** What git keeps of the commit, and nothing else that lies here. */
const checkOut = (folder: string, commit: string): void => {
  const archive = join(folder, "commit.tar")
  git("archive", "--output", archive, commit)
  run("tar", ["-xf", archive], { cwd: folder })
  rmSync(archive)
}

/** The same bytes for the same files: ordered, owned by root, of the commit's time. */
const archive = (folder: string, name: string, file: string, commit: string): void =>
  run(
    "tar",
    [
      "--sort=name",
      "--owner=0",
      "--group=0",
      "--numeric-owner",
      `--mtime=@${git("show", "--no-patch", "--format=%ct", commit)}`,
      "--use-compress-program=gzip -n",
      "-cf",
      file,
      name
    ],
    { cwd: folder }
  )

const image = (checkout: string, file: string, { commit, version }: Release, bases: Options["bases"]): void => {
  const args = Object.entries({ ...bases, FORMWORK_COMMIT: commit }).flatMap(([name, value]) => [
    "--build-arg",
    `${name}=${value}`
  ])
  const npmrc =
    process.env["NPM_CONFIG_USERCONFIG"] ?? process.env["npm_config_userconfig"] ?? join(homedir(), ".npmrc")
  const secret = existsSync(npmrc) ? ["--secret", `id=npmrc,src=${npmrc}`] : []
  const name = `formwork:${version}`
  run("buildah", ["bud", "--format", "docker", "--tag", name, ...args, ...secret, checkout], { cwd: checkout })
  run("buildah", ["push", name, `docker-archive:${file}:${name}`], { cwd: checkout })
  run("gzip", ["-n", file], { cwd: checkout })
}

const build = (release: Release, options: Options, out: string): void => {
  const { commit, version } = release
  const checkout = mkdtempSync(join(tmpdir(), "formwork-release-"))
  try {
    say(`Building ${commit.slice(0, 12)}…`)
    checkOut(checkout, commit)
    run("pnpm", ["install", "--frozen-lockfile", "--prefer-offline", "--filter", "@formwork/server..."], {
      cwd: checkout
    })
    const name = `formwork-${version}`
    run(process.execPath, ["tools/release/build.ts", join(checkout, "release", name)], { cwd: checkout })
    const platform = `${process.platform}-${process.arch}`
    archive(join(checkout, "release"), name, join(out, `${name}-${platform}.tar.gz`), commit)
    writeFileSync(join(out, `${name}.cdx.json`), readFileSync(join(checkout, "release", name, "bom.cdx.json")))
    rmSync(join(checkout, "release"), { recursive: true })
    if (!options.image) return
    if (has("buildah")) image(checkout, join(out, `${name}-image-${process.arch}.tar`), release, options.bases)
    else say("Without the image: buildah is not installed.")
  } finally {
    rmSync(checkout, { recursive: true, force: true })
  }
}

const digest = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex")

const checksums = (out: string): string =>
  readdirSync(out)
    .toSorted()
    .map((name) => `${digest(join(out, name))}  ${name}\n`)
    .join("")

const left = ({ tag, version }: Release, out: string): string =>
  [
    "Left to do, by hand:",
    `  git push origin ${tag}`,
    ...(readdirSync(out).some((name) => name.includes("-image-"))
      ? [`  buildah push formwork:${version} docker://<your registry>/formwork:${version}`]
      : []),
    `  attach the files of ${relative(process.cwd(), out) || "."} to the release of ${tag}, with NOTES.txt as its text`
  ].join("\n")

const release = async (options: Options): Promise<void> => {
  const found = await examined(options)
  const out = options.out ?? join(root, "release", found.version)
  if (existsSync(out) && readdirSync(out).length > 0)
    stop(`${out} is not empty: delete it, or name another with --out.`)
  mkdirSync(out, { recursive: true })
  build(found, options, out)
  writeFileSync(join(out, "SHA256SUMS"), checksums(out))
  writeFileSync(join(out, "NOTES.txt"), `${found.notes}\n`)
  for (const name of readdirSync(out).toSorted()) console.log(join(out, name))
  if (options.isDry) {
    say(`A dry run: nothing is tagged. A release would run \`git tag --annotate ${found.tag} ${found.commit}\`.`)
    return
  }
  if (!(await agrees(`Tag ${found.commit.slice(0, 12)} as ${found.tag}?`))) stop("Not tagged. The files are built.")
  git("tag", "--annotate", found.tag, found.commit, "--file", join(out, "NOTES.txt"), "--cleanup=verbatim")
  say(left(found, out))
}

try {
  const options = read(process.argv.slice(2))
  if (options === undefined) console.log(usage)
  else await release(options)
} catch (error) {
  stopped(error)
}
