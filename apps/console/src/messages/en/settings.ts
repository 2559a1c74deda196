import { counted, listed } from "./common.ts"

export interface Named {
  readonly name: string
}

/** Secrets and the organisation. */
export const settings = {
  secrets: {
    title: "Secrets",
    description:
      "What effects sign with, and what they send as a header. A value is never shown again; definitions name it.",
    new: "New secret",
    columns: { name: "Name", use: "Use", set: "Set", overlap: "Value before", actions: "Actions" },
    signs: "Signs deliveries; is never sent",
    sentTo: ({ hosts }: { readonly hosts: ReadonlyArray<string> }) => `Sent to ${listed(hosts)}`,
    validUntil: "ends",
    replaced: "Ended",
    noOverlap: "None",
    needsWrite: "Setting and removing secrets needs the privilege organisation:write, which you do not have.",
    empty: {
      title: "No secrets yet",
      why: "A secret signs events that a form delivers, or is a header of its requests. Definitions name it and never have its value."
    },
    name: "Name",
    nameWhy: "Small letters, digits, - and _. Definitions refer to it by this name.",
    nameTaken: "There is a secret of this name. Replace it in the list.",
    value: "Value",
    valueWhy: "Up to 4,096 characters. It is sent once, from here, and never shown again.",
    hosts: "Hosts",
    hostsWhy:
      "Those that it may be sent to, one a line, such as crm.example. None: it signs deliveries and is never sent.",
    overlap: "The value before stays valid for",
    overlaps: { "0": "It ends now", "3600": "An hour", "86400": "A day", "604800": "A week" },
    save: "Set secret",
    replace: "Replace",
    replaceTitle: ({ name }: Named) => `Replace the value of ${name}`,
    changeHosts: "Change hosts",
    changeHostsTitle: ({ name }: Named) => `Hosts of ${name}`,
    changeHostsWhy: "It counts from the next send on. The value stays.",
    remove: "Remove",
    removeTitle: ({ name }: Named) => `Remove ${name}?`,
    removeWhy: "Effects that need it fail from now on. What it was cannot be read again.",
    type: "Type its name to go on",
    actionsOf: ({ name }: Named) => `Actions of ${name}`,
    usedBy: {
      label: "Used by live forms",
      find: "Find where it is used",
      progress: ({ done, of }: { readonly done: number; readonly of: number }) => `${done} of ${of} live forms read`,
      none: ({ n }: { readonly n: number }) => `None of ${counted(n, "live form", "live forms")} names it.`,
      limited: "The newest hundred forms were looked at.",
      needs: "Finding where it is used needs the privilege form:read, which you do not have."
    }
  },
  organisation: {
    title: "Organisation",
    name: "Name",
    id: "Id",
    founded: "Founded",
    rename: "Rename",
    needsWrite: "Changing the organisation needs the privilege organisation:write, which you do not have."
  }
}
