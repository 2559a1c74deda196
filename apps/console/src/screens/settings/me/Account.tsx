/** Who the person is here, what they may do, and their password. */
import { useMe } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Badge } from "../../../parts/Badge.tsx"
import { Facts } from "../../../parts/Facts.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Section } from "../../../parts/Section.tsx"
import { ChangePassword } from "./ChangePassword.tsx"
import { LanguageChoice } from "./LanguageChoice.tsx"
import { Sessions } from "./Sessions.tsx"
import styles from "./Account.module.css"

export const Account = () => {
  const { account, people } = useMessages()
  const { organisation, privileges, user } = useMe()
  return (
    <Page
      title={account.title}
      width="text"
      description={<Foreign text={account.description({ organisation: organisation.name })} />}
    >
      <Facts
        facts={[
          { label: account.name, value: <Foreign text={user?.name ?? ""} isName /> },
          { label: account.email, value: <Foreign text={user?.email ?? ""} /> },
          { label: account.role, value: people.roles[user.role] }
        ]}
      />
      <Section title={account.privileges} description={account.privilegesWhy}>
        <ul className={styles.privileges}>
          {privileges.map((privilege) => (
            <li key={privilege}>
              <Badge>{privilege}</Badge>
            </li>
          ))}
        </ul>
      </Section>
      <LanguageChoice />
      <Sessions />
      <Section title={account.password.title}>
        <ChangePassword />
      </Section>
    </Page>
  )
}
