/** The screens and dialogs that the tests go to are all that there are. */
import { globSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { afterEach, describe, expect, test, vi } from "vitest"
import { formScreens, settingsScreens, submissionScreens, tableScreens } from "./visits.ts"

/** Parts without a server: parts.test.ts looks at them. */
const inDevelopment = "/_parts"

const visits = [...formScreens, ...submissionScreens, ...tableScreens, ...settingsScreens]

describe("the walk", () => {
  afterEach(() => void vi.unstubAllGlobals())

  test("visits every route of the router", async () => {
    vi.stubGlobal("location", new URL("http://127.0.0.1/console/"))
    vi.stubGlobal("localStorage", { getItem: () => null })
    const { router } = await import("../../src/router.tsx")
    const visited = new Set(visits.flatMap(({ route }) => (route === undefined ? [] : [route])))
    expect([...visited].toSorted()).toEqual(
      Object.keys(router.routesByPath)
        .filter((path) => path !== inDevelopment)
        .toSorted()
    )
  })

  test("opens every dialog and every menu", () => {
    const src = resolve(import.meta.dirname, "../../src")
    const opening = globSync("screens/!(parts)/**/*.tsx", { cwd: src }).filter((file) =>
      /<(?:Dialog|ConfirmDialog|NameDialog|Menu|ModalOverlay)\b/u.test(readFileSync(join(src, file), "utf8"))
    )
    const opened = new Set(visits.flatMap(({ opens = [] }) => opens))
    expect([...opened].toSorted()).toEqual([...opening].toSorted())
  })
})
