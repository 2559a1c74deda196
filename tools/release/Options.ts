/** What `npm run release` may be told. */
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { Stop } from "./sentences.ts"

export const usage = `Makes a release of the commit that is checked out.

  npm run release -- [options]

  --dry-run            build everything, tag nothing, and say what a release would do
  --out FOLDER         where the files go (default: release/<version>; it has to be empty)
  --no-image           leave the image out; without buildah it is left out anyway
  --build-image NAME   the image in which the Dockerfile builds (default: the Dockerfile's)
  --base-image NAME    the image that it builds upon (default: the Dockerfile's)
  --help               this text

Needs git and tar; buildah for the image (BUILDAH_ISOLATION=chroot where it may not make namespaces). Nothing is pushed: the last
lines say what is left to do.`

export interface Options {
  readonly isDry: boolean
  readonly out: string | undefined
  readonly image: boolean
  /** Arguments of the Dockerfile. */
  readonly bases: Readonly<Record<string, string>>
}

const options = {
  "dry-run": { type: "boolean", default: false },
  out: { type: "string" },
  "no-image": { type: "boolean", default: false },
  "build-image": { type: "string" },
  "base-image": { type: "string" },
  help: { type: "boolean", short: "h", default: false }
} as const

const parsed = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    // Node's sentence goes on with advice about positional arguments, of which there are none.
    const [sentence = ""] = String(error instanceof Error ? error.message : error).split(". ")
    throw new Stop(`${sentence}.\n\n${usage}`)
  }
}

/** Undefined where help is asked for. Stops at an option that is not one. */
export const read = (args: ReadonlyArray<string>): Options | undefined => {
  const { help, out, ...values } = parsed(args)
  if (help) return undefined
  return {
    isDry: values["dry-run"],
    out: out === undefined ? undefined : resolve(out),
    image: !values["no-image"],
    bases: {
      ...(values["build-image"] === undefined ? {} : { BUILD_IMAGE: values["build-image"] }),
      ...(values["base-image"] === undefined ? {} : { BASE_IMAGE: values["base-image"] })
    }
  }
}
