/** Settings, Roles: what each lets a person do. They are part of the product, so there is nothing to change. */
import type { PrivilegeRecord, RoleRecord } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { privilegesQuery } from "../../../api/grants.ts"
import { useMay, useMe } from "../../../api/me.ts"
import { peopleQuery, rolesQuery } from "../../../api/people.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Badge } from "../../../parts/Badge.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Section } from "../../../parts/Section.tsx"
import { Queried } from "../../../parts/States.tsx"
import { Table } from "../../../parts/Table.tsx"
import type { Column } from "../../../parts/Table.tsx"
import styles from "./Roles.module.css"

const Cards = ({ roles }: { readonly roles: ReadonlyArray<RoleRecord> }) => {
  const { people } = useMessages()
  const mine = useMe().user?.role
  const all = useQuery({ ...peopleQuery, enabled: useMay("user:read") })
  const countOf = (role: string) =>
    all.data?.filter((one) => one.role === role && one.deactivatedAt === null).length ?? 0
  return (
    <ul className={styles.cards}>
      {roles.map(({ role }) => (
        <li key={role} className={styles.card}>
          <h2 className={styles.name}>
            {people.roles[role]} {mine === role && <Badge tone="info">{people.rolesPage.yours}</Badge>}
          </h2>
          <p className={styles.quiet}>{people.rolesWhy[role]}</p>
          {all.data !== undefined && (
            <Link to="/settings/people" search={{ role }}>
              {people.rolesPage.people({ n: countOf(role) })}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

const Has = ({ has }: { readonly has: boolean }) => {
  const words = useMessages().people.rolesPage
  return (
    <span role="img" aria-label={has ? words.has : words.hasNot} className={has ? styles.has : styles.hasNot}>
      {has ? "✓" : "–"}
    </span>
  )
}

const useColumns = (roles: ReadonlyArray<RoleRecord>): ReadonlyArray<Column<PrivilegeRecord>> => {
  const { people, privileges: words } = useMessages()
  return [
    {
      id: "privilege",
      label: people.rolesPage.privilege,
      cell: ({ privilege }) => (
        <span className={styles.privilege}>
          <code>{privilege}</code>
          <span className={styles.quiet}>{words.why[privilege]}</span>
        </span>
      )
    },
    ...roles.map(({ privileges, role }) => ({
      id: role,
      label: people.roles[role],
      cell: ({ privilege }: PrivilegeRecord) => <Has has={privileges.includes(privilege)} />
    }))
  ]
}

const Matrix = ({ roles }: { readonly roles: ReadonlyArray<RoleRecord> }) => {
  const { people } = useMessages()
  const privileges = useQuery(privilegesQuery)
  const columns = useColumns(roles)
  return (
    <Section title={people.rolesPage.matrix}>
      <Queried query={privileges} lines={12}>
        {(rows) => (
          <Table label={people.rolesPage.matrix} columns={columns} rows={rows} rowId={({ privilege }) => privilege} />
        )}
      </Queried>
    </Section>
  )
}

export const Roles = () => {
  const { people } = useMessages()
  const query = useQuery(rolesQuery)
  return (
    <Page title={people.rolesPage.title} description={people.rolesPage.description}>
      <Queried query={query}>
        {(roles) => (
          <>
            <Cards roles={roles} />
            <Matrix roles={roles} />
          </>
        )}
      </Queried>
    </Page>
  )
}
