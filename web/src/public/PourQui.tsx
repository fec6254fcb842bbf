import { textes } from './public.textes.ts'
import { Section } from './Section.tsx'

/** What each trade gets. */
export function PourQui() {
  const { titre, chapeau, profils } = textes.pourQui
  return (
    <Section titre={titre} chapeau={chapeau}>
      <div className="pub-profils">
        {profils.map(({ nom, promesse, points }) => (
          <article key={nom}>
            <h3>{nom}</h3>
            <p>{promesse}</p>
            <ul>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </article>
        ))}
      </div>
    </Section>
  )
}
