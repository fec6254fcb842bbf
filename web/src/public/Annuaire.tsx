import type { AnnuairePublie } from '@releve/contract/systeme/systeme.api.ts'
import { formatDate, formatNombre } from '../ui/format.ts'
import { textes } from './public.textes.ts'
import { Section } from './Section.tsx'

/** The figures of the last published annuaire. */
export function Annuaire({ annuaire }: { annuaire: AnnuairePublie }) {
  const { titre, publie } = textes.annuaire
  const chapeau = publie(annuaire.titre, formatDate(annuaire.publieLe))
  return (
    <Section id="annuaire" titre={titre} chapeau={chapeau}>
      <dl className="pub-chiffres">
        {annuaire.chiffres.map(({ code, libelle, valeur }) => (
          <div key={code}>
            <dt>{libelle}</dt>
            <dd>{formatNombre(valeur)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
