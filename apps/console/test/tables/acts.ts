/** What a person sends on the screens of tables, for the tests that refuse it. */
import type { Locator } from "playwright-core"
import type { Console } from "../harness/browser.ts"
import { AREAS } from "./support.ts"

interface Act {
  readonly name: string
  /** The address of its call. */
  readonly call: string
  readonly begin: () => Promise<{ readonly submit: Locator; readonly kept?: Locator }>
}

/** @param app there once a test runs; its organisation has a table `areas` that was never published. */
export const tableActs = (app: () => Console): ReadonlyArray<Act> => [
  {
    name: "making a table",
    call: "**/api/platform/tables",
    begin: async () => {
      await app().open("/tables/new-table")
      await app().page.getByLabel("Name").fill("zones")
      const kept = app().page.getByLabel("Rows", { exact: true })
      await kept.fill(AREAS)
      return { submit: app().page.getByRole("button", { name: "Make table" }), kept }
    }
  },
  {
    name: "replacing the draft of a table",
    call: "**/tables/areas/draft",
    begin: async () => {
      await app().open("/tables/areas/replace")
      const kept = app().page.getByLabel("Rows", { exact: true })
      await kept.fill(AREAS)
      return { submit: app().page.getByRole("button", { name: "Replace draft" }), kept }
    }
  },
  {
    name: "publishing a table",
    call: "**/tables/areas/publish",
    begin: async () => {
      await app().open("/tables/areas/publish")
      const kept = app().page.getByLabel("Note")
      await kept.fill("Rates")
      return { submit: app().page.getByRole("button", { name: "Publish version 1" }), kept }
    }
  },
  {
    name: "deleting a table",
    call: "**/api/platform/tables/areas",
    begin: async () => {
      await app().open("/tables/areas")
      await app().page.getByRole("button", { name: "Delete table" }).click()
      return { submit: app().page.getByRole("alertdialog").getByRole("button", { name: "Delete table" }) }
    }
  }
]
