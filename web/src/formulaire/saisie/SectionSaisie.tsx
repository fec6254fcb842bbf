import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Section } from '@releve/contract/modele/modele.schema.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { memo, useCallback, useState } from 'react'
import { useCodification } from '../../codification/codification.queries.ts'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { Champs } from './Champs.tsx'
import { Controles } from './Controles.tsx'
import type { Colle } from './clavier.ts'
import { Matrice } from './Matrice.tsx'
import { TEXTES } from './saisie.textes.ts'
import type { Saisie } from './saisie.types.ts'
import { Tableau } from './Tableau.tsx'

type Props = { saisie: Saisie; section: Section; identite: Identite }
export type Identite = Pick<Formulaire, 'structure' | 'identification' | 'mois' | 'annee'>

/** One section: its heading and source, its cells, what its controls say. */
export const SectionSaisie = memo(function SectionSaisie({ saisie, section, identite }: Props) {
  const titre = `titre-${section.code}`
  const [annonce, setAnnonce] = useState('')
  const surCollage = useCallback(
    ({ posees, ignorees, dehors }: Colle) => setAnnonce(TEXTES.collees(posees, ignorees, dehors)),
    [],
  )
  return (
    <section className="s-section" id={`section-${section.code}`} aria-labelledby={titre}>
      <h2 id={titre} tabIndex={-1}>
        {section.libelle}
      </h2>
      {section.source && <p className="s-source">{TEXTES.source(section.source)}</p>}
      {section.aide && <p className="s-aide">{section.aide}</p>}
      <div className="s-plan">
        <div className={estEtroite(section) ? 's-feuille' : 's-feuille s-pleine'}>
          <Corps {...{ saisie, section, identite, surCollage }} />
          {aDesZeros(section) && saisie.ouverte && (
            <p className="s-outils">
              <BoutonAction
                size="small"
                onClick={() => setAnnonce(TEXTES.misesAZero(saisie.mettreAZero(section.code)))}
              >
                {TEXTES.mettreAZero}
              </BoutonAction>
            </p>
          )}
          <p role="status" className="s-annonce">
            {annonce}
          </p>
        </div>
        {section.type !== 'identification' && <Controles saisie={saisie} section={section.code} />}
      </div>
    </section>
  )
})

/** A matrix leaves room beside it, where its controls then stand; all else takes the whole line. */
const estEtroite = ({ type }: Section) => type === 'matrice'

const NUMERIQUES: readonly string[] = ['entier', 'entierSigne', 'decimal', 'montant']

/** Whether a section has required figures that zeros may fill. */
function aDesZeros(section: Section): boolean {
  if (section.type === 'matrice') return NUMERIQUES.includes(section.nature)
  if (section.type !== 'champs') return false
  return (
    section.champs.filter((champ) => champ.requis && NUMERIQUES.includes(champ.nature)).length > 1
  )
}

function Corps({
  saisie,
  section,
  identite,
  surCollage,
}: Props & { surCollage: (c: Colle) => void }) {
  switch (section.type) {
    case 'identification':
      return <Identification identite={identite} />
    case 'champs':
      return <Champs saisie={saisie} section={section} />
    case 'matrice':
      return <Matrice {...{ saisie, section, surCollage }} />
    case 'tableau':
      return <Tableau {...{ saisie, section, surCollage }} />
  }
}

/** The label of a code; the code itself while the list is not there. */
function libelleDe(liste: readonly { code: string; libelle: string }[] = [], code: string): string {
  return liste.find((valeur) => valeur.code === code)?.libelle ?? code
}

function Identification({ identite }: { identite: Identite }) {
  const { structure, identification } = identite
  const types = useCodification('TYPE_STRUCTURE').data
  const regions = useCodification('REGION').data
  const lignes = [
    [TEXTES.identification.structure, `${structure.libelle} (${structure.code})`],
    [TEXTES.identification.type, libelleDe(types, identification.typeStructure)],
    [TEXTES.identification.region, libelleDe(regions, identification.region)],
    [TEXTES.identification.mois, libellePeriode(identite)],
    [TEXTES.identification.responsable, identification.responsable],
  ]
  return (
    <dl className="s-identification">
      {lignes.map(([nom, valeur]) => (
        <div key={nom}>
          <dt>{nom}</dt>
          <dd>{valeur ?? TEXTES.identification.inconnu}</dd>
        </div>
      ))}
    </dl>
  )
}
