/** The screens that have a place in the navigation, each for those who may see something in it. */
import type { LinkProps } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useMe } from "../../api/me.ts"
import type { Messages } from "../../messages/Messages.ts"
import { useMessages } from "../../messages/useMessages.ts"
import styles from "./Navigation.module.css"

interface Place {
  readonly to: NonNullable<LinkProps["to"]>
  readonly label: string
  /** The privilege that the area needs. */
  readonly needs?: string
  readonly icon: ReactNode
}

const Icon = ({ path }: { readonly path: string }) => (
  <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true">
    <path d={path} />
  </svg>
)

type Words = Messages["shell"]

const areas = (shell: Words): ReadonlyArray<Place> => [
  { to: "/", label: shell.home, icon: <Icon path="M2.5 7.5 8 3l5.5 4.5V13h-4V9.5h-3V13h-4z" /> },
  {
    to: "/forms",
    label: shell.forms,
    needs: "form:read",
    icon: <Icon path="M3.5 2.5h9v11h-9zM5.8 5.5h4.4M5.8 8h4.4M5.8 10.5h2.4" />
  },
  {
    to: "/tables",
    label: shell.tables,
    needs: "table:read",
    icon: <Icon path="M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M6.5 3.5v9" />
  },
  {
    to: "/submissions",
    label: shell.submissions,
    needs: "submission:read",
    icon: <Icon path="M2.5 9.5h3.2l1 1.8h2.6l1-1.8h3.2M2.5 9.5l2-6h7l2 6v4h-11z" />
  },
  {
    to: "/effects",
    label: shell.effects,
    needs: "effect:read",
    icon: <Icon path="M14 2.5 2.5 7l4.2 2.2L9 13.5zM14 2.5 6.7 9.2" />
  },
  {
    to: "/usage",
    label: shell.usage,
    needs: "report:read",
    icon: <Icon path="M2.5 13.5h11M4 13.5V9M8 13.5V3M12 13.5V6.5" />
  }
]

const settings = (shell: Words): ReadonlyArray<Place> => [
  {
    to: "/settings/keys",
    label: shell.keys,
    needs: "apikey:read",
    icon: (
      <Icon path="M10.2 9.3a3.5 3.5 0 1 0-3.5-3.5c0 .4.1.8.2 1.2L2.5 11.4v2.1h2.3v-1.6h1.6v-1.6l1.8-1.2c.6.2 1.3.2 2 .2zM11 5.2h.01" />
    )
  },
  {
    to: "/settings/people",
    label: shell.people,
    needs: "user:read",
    icon: (
      <Icon path="M6 7.8a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8zM1.8 13a4.3 4.3 0 0 1 8.4 0M10.3 3.2a2.4 2.4 0 0 1 0 4.4M11.8 9.2A4.3 4.3 0 0 1 14.2 13" />
    )
  },
  {
    to: "/settings/roles",
    label: shell.roles,
    icon: <Icon path="M8 2.2 13 4v4c0 3-2.2 5-5 5.8C5.2 13 3 11 3 8V4zM5.8 8l1.6 1.6 2.9-3.2" />
  },
  {
    to: "/settings/secrets",
    label: shell.secrets,
    needs: "effect:read",
    icon: <Icon path="M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2M8 9.5v1.6" />
  },
  {
    to: "/settings/organisation",
    label: shell.organisation,
    icon: <Icon path="M2.8 13.5v-11h6.4v11M9.2 6.5h4v7M1.8 13.5h12.4M5 5h2M5 7.5h2M5 10h2M11 9h.5M11 11h.5" />
  },
  {
    to: "/settings/audit",
    label: shell.audit,
    needs: "audit:read",
    icon: <Icon path="M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01" />
  },
  {
    to: "/api",
    label: shell.reference,
    icon: <Icon path="M5.5 4 2 8l3.5 4M10.5 4 14 8l-3.5 4M9 3 7 13" />
  },
  {
    to: "/settings/me",
    label: shell.account,
    icon: <Icon path="M8 8.2a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM2.8 13.4a5.3 5.3 0 0 1 10.4 0" />
  }
]

interface PlaceGroup {
  readonly label: string | undefined
  readonly places: ReadonlyArray<Place>
}

export const usePlaces = (): ReadonlyArray<PlaceGroup> => {
  const { shell } = useMessages()
  const held = new Set<string>(useMe().privileges)
  const seen = (places: ReadonlyArray<Place>) => places.filter(({ needs }) => needs === undefined || held.has(needs))
  return [
    { label: undefined, places: seen(areas(shell)) },
    { label: shell.settings, places: seen(settings(shell)) }
  ]
}
