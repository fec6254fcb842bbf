import { paths } from '../paths.ts'
import type { Configuration } from './configuration.ts'
import { textes } from './public.textes.ts'
import { Section } from './Section.tsx'

const INCONNU = '—'

type Props = { configuration: Configuration | null; jourEcheance: number }

function Fiche({ configuration, jourEcheance }: Props) {
  const { organisation, pays, periodicite, echeance, jour, version } = textes.apropos.fiche
  const lignes: (readonly [string, string])[] = [
    [organisation, configuration?.organisation ?? INCONNU],
    periodicite,
    [echeance, jour(jourEcheance === 1 ? '1ᵉʳ' : String(jourEcheance))],
    [version, configuration?.version ?? INCONNU],
  ]
  if (configuration?.pays) lignes.splice(1, 0, [pays, configuration.pays])
  return (
    <dl className="pub-fiche">
      {lignes.map(([terme, valeur]) => (
        <div key={terme}>
          <dt>{terme}</dt>
          <dd>{valeur}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Who keeps the register, and what it is. */
export function Apropos(props: Props) {
  const { titre, paragraphes, contact } = textes.apropos
  return (
    <Section id="apropos" titre={titre}>
      <div className="pub-apropos">
        <div>
          {paragraphes.map((paragraphe) => (
            <p key={paragraphe}>{paragraphe}</p>
          ))}
          <p>
            <a href={paths.contact}>{contact}</a>
          </p>
        </div>
        <Fiche {...props} />
      </div>
    </Section>
  )
}
