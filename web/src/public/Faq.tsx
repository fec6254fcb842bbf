import { paths } from '../paths.ts'
import { Icone } from '../ui/Icone.tsx'
import { questions } from './faq.textes.ts'
import { textes } from './public.textes.ts'
import { Section } from './Section.tsx'
import './faq.css'

/** Questions and answers; each opens by itself, without our help. */
export function Faq() {
  const { titre, suite, contact } = textes.faq
  const chapeau = (
    <>
      {suite} <a href={paths.contact}>{contact}</a>.
    </>
  )
  return (
    <Section id="faq" titre={titre} chapeau={chapeau}>
      <div className="pub-faq">
        {questions.map(({ question, reponse }) => (
          <details key={question}>
            <summary>
              <span>{question}</span>
              <Icone nom="chevronBas" taille={18} />
            </summary>
            {reponse.map((paragraphe) => (
              <p key={paragraphe}>{paragraphe}</p>
            ))}
          </details>
        ))}
      </div>
    </Section>
  )
}
