/** The language of the console in this browser. */
import { useMutation } from "@tanstack/react-query"
import { useValue } from "../../../api/value.ts"
import { choice, choose } from "../../../messages/chosen.ts"
import { languageOf, languages } from "../../../messages/language.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { RadioGroup } from "../../../parts/RadioGroup.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { Section } from "../../../parts/Section.tsx"

export const LanguageChoice = () => {
  const { language: words } = useMessages().account
  const chosen = useValue(choice)
  const change = useMutation({ mutationFn: choose })
  const ofBrowser = languages[languageOf("browser", navigator.languages)]
  return (
    <Section title={words.title} description={words.why}>
      <Refused error={change.error} />
      <RadioGroup
        label={words.title}
        isLabelHidden
        options={[
          { id: "browser", label: words.browser({ name: ofBrowser }) },
          { id: "en", label: languages.en, lang: "en" },
          { id: "de", label: languages.de, lang: "de" }
        ]}
        value={chosen}
        onChange={change.mutate}
      />
    </Section>
  )
}
