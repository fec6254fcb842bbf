import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { estNombre } from '@releve/contract/modele/affichage.ts'
import type {
  Champ,
  Section,
  SectionChamps,
  SectionTableau,
} from '@releve/contract/modele/modele.schema.ts'
import { libelleFormulaire, motDeDuree } from '@releve/contract/mois.ts'
import { type KeyboardEvent, lazy, memo, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCodification } from '../../../codification/codification.queries.ts'
import { BoutonAction } from '../../../ui/BoutonAction.tsx'
import { BoutonIcone } from '../../../ui/BoutonIcone.tsx'
import { textesSaisie } from '../saisie.textes.ts'
import type { Entree, Lecture } from '../store/client.ts'
import { useCadre, useLignes } from '../store/store.ts'
import { Case } from './Case.tsx'
import { idCase, idColonne, idLigne } from './cases.ts'
import { auClavier } from './clavierCase.ts'
import { Matrice } from './Matrice.tsx'
import { TableSaisie } from './TableSaisie.tsx'
import { reposer } from './touche.ts'

type TableauProps = {
  lecture: Lecture
  entree: Entree | null
  section: SectionTableau
  annoncer: (dit: string) => void
}

/** A table whose rows are added one by one: activities, visits… */
const Tableau = memo(function Tableau({ entree: ouverte, ...props }: TableauProps) {
  const { lecture, section, annoncer } = props
  const lignes = useLignes(lecture, section.code)
  const entree = lecture.tableauOuvert(section.code) ? ouverte : null
  const grille = useMemo(
    () => lignes.map((id) => section.colonnes.map(({ code }) => `${section.code}.${id}.${code}`)),
    [lignes, section],
  )
  const legendes = useMemo(
    () => ({
      lignes: lignes.map((_, rang) => textesSaisie.ligne(rang + 1)),
      colonnes: section.colonnes.map(({ libelle, unite }) => ({ groupe: null, libelle, unite })),
    }),
    [lignes, section],
  )
  return (
    <>
      {lignes.length === 0 ? (
        <p>{textesSaisie.aucuneLigne}</p>
      ) : (
        <TableSaisie
          {...{ lecture, entree, grille, legendes, annoncer }}
          libelle={section.libelle}
          className="s-repetee"
        >
          <caption className="ui-invisible">{section.libelle}</caption>
          <EnTetes section={section} ouverte={entree !== null} />
          <tbody>
            {lignes.map((id, rang) => (
              <Ligne key={id} {...{ lecture, entree, section, id }} rang={rang + 1} />
            ))}
          </tbody>
        </TableSaisie>
      )}
      {entree && <Ajouter {...{ entree, section }} nombre={lignes.length} />}
    </>
  )
})

function EnTetes({ section, ouverte }: { section: SectionTableau; ouverte: boolean }) {
  return (
    <thead>
      <tr>
        <td className="s-coin" />
        {section.colonnes.map(({ code, libelle, unite, requis, aide }) => (
          <th key={code} id={idColonne(section.code, null, code)} scope="col">
            {libelle}
            {requis && ouverte && <span aria-hidden="true"> *</span>}
            {unite && <span className="s-unite"> {textesSaisie.unite(unite)}</span>}
            {aide && ouverte && <span className="s-aide-ligne">{aide}</span>}
          </th>
        ))}
        {ouverte && <td />}
      </tr>
    </thead>
  )
}

type LigneProps = Omit<TableauProps, 'annoncer'> & { id: string; rang: number }

function Ligne({ lecture, entree, section, id, rang }: LigneProps) {
  const nomLigne = idLigne(section.code, id)
  return (
    <tr>
      <th id={nomLigne} scope="row">
        {textesSaisie.ligne(rang)}
      </th>
      {section.colonnes.map(({ code, nature, formule }) => (
        <td key={code} className={`s-td-${nature}${formule ? ' s-td-calcule' : ''}`}>
          <Case
            {...{ lecture, entree }}
            adresse={`${section.code}.${id}.${code}`}
            etiquette={`${idColonne(section.code, null, code)} ${nomLigne}`}
          />
        </td>
      ))}
      {entree && (
        <td>
          <BoutonIcone
            nom="fermer"
            aria-label={textesSaisie.supprimerLigne(rang)}
            onClick={() => entree.supprimerLigne(section.code, id)}
          />
        </td>
      )}
    </tr>
  )
}

type AjouterProps = { entree: Entree; section: SectionTableau; nombre: number }

function Ajouter({ entree, section, nombre }: AjouterProps) {
  const [plein, setPlein] = useState(false)
  const ajouter = () => {
    // Drawn at once: what is typed next is for the new row.
    const id = flushSync(() => entree.ajouterLigne(section.code))
    setPlein(id === null)
    const premiere = section.colonnes.find(({ formule }) => !formule)
    if (id !== null && premiere)
      document.getElementById(idCase(`${section.code}.${id}.${premiere.code}`))?.focus()
  }
  return (
    <p className="s-outils">
      <BoutonAction size="small" onClick={ajouter}>
        {textesSaisie.ajouterLigne}
      </BoutonAction>
      <span role="status">
        {plein && nombre >= section.lignesMax && textesSaisie.lignesMax(section.lignesMax)}
      </span>
    </p>
  )
}

type PropsChamps = {
  lecture: Lecture
  entree: Entree | null
  section: SectionChamps
  annoncer: (dit: string) => void
}

/** Fields one under the other: label above, help under the label, error under the field. */
const Champs = memo(function Champs({ lecture, entree, section, annoncer }: PropsChamps) {
  const ecoute = entree && {
    onKeyDown: (evenement: KeyboardEvent<HTMLElement>) =>
      auClavier(evenement, { lecture, entree, annoncer }),
  }
  return (
    <div className="s-champs" role="presentation" {...ecoute}>
      {section.champs.map((champ) => (
        <ChampLibelle
          key={champ.code}
          {...{ lecture, entree, champ }}
          adresse={section.prefixe ? `${section.code}.${champ.code}` : champ.code}
        />
      ))}
    </div>
  )
})

type ChampProps = Pick<PropsChamps, 'lecture' | 'entree'> & { champ: Champ; adresse: string }

function ChampLibelle({ lecture, entree, champ, adresse }: ChampProps) {
  const { requise, fermee } = useCadre(lecture, adresse)
  const unite = champ.unite && champ.unite !== '%' ? champ.unite : null
  return (
    <div className={`s-champ${champ.nature === 'texteLong' ? ' s-champ-large' : ''}`}>
      <label id={`n-${adresse}`} htmlFor={idCase(adresse)}>
        {champ.libelle}
        {unite && <span className="s-unite"> {textesSaisie.unite(unite)}</span>}
        {requise && !fermee && (
          <>
            <span aria-hidden="true"> *</span>
            <span className="ui-invisible"> {textesSaisie.requis}</span>
          </>
        )}
      </label>
      {champ.aide && !fermee && (
        <p className="s-aide" id={`a-${adresse}`}>
          {champ.aide}
        </p>
      )}
      <Case
        {...{ lecture, entree, adresse }}
        etiquette={`n-${adresse}`}
        decrit={champ.aide ? `a-${adresse}` : undefined}
        ample
      />
    </div>
  )
}

export {
  colonnesDe,
  grilleMatrice,
  ID_MOIS_PRECEDENT,
  ID_RETOUCHE,
  legendesMatrice,
} from './cases.ts'
// What the keys of the whole form share with those of its tables.
export {
  auClic,
  estFigure,
  estLibre,
  estSansEffet,
  reposer,
  reposerCase,
  retoucher,
  toucheDe,
} from './touche.ts'

/** What a block would change, shown before: for a workbook too. */
export const lireCollage = () => import('./Collage.tsx')
export const PanneauCollage = lazy(lireCollage)

type Props = { lecture: Lecture; entree: Entree | null; section: Section; identite: Identite }
export type Identite = Pick<
  Formulaire,
  'structure' | 'identification' | 'mois' | 'annee' | 'modele'
>

/** The cells of a section, as its kind lays them out, and what was just done to many of them. */
export function Grille(props: Props) {
  const { entree, section } = props
  const [annonce, setAnnonce] = useState('')
  return (
    <div className={estEtroite(section) ? 's-feuille' : 's-feuille s-pleine'}>
      <Corps {...props} annoncer={setAnnonce} />
      {entree && aDesZeros(section) && (
        <p className="s-outils">
          <BoutonAction
            size="small"
            onClick={() => setAnnonce(textesSaisie.misesAZero(entree.mettreAZero(section.code)))}
          >
            {textesSaisie.mettreAZero}
          </BoutonAction>
        </p>
      )}
      <p role="status" className="s-annonce">
        {annonce}
      </p>
    </div>
  )
}

/** Fills the blank cells of the whole form. */
export function ToutAZero({ entree }: { entree: Entree }) {
  const [annonce, setAnnonce] = useState('')
  return (
    <p className="s-outils">
      <BoutonAction
        size="small"
        onClick={() => setAnnonce(textesSaisie.misesAZero(entree.mettreAZero(null)))}
      >
        {textesSaisie.mettreAZeroTout}
      </BoutonAction>
      <span role="status">{annonce}</span>
    </p>
  )
}

/** What a link to a cell aims at. */
export const ancreDe = (adresse: string) => `#${idCase(adresse)}`

/** Scrolls to the field of a cell and focuses it; false when it is not on the screen. */
export function viser(adresse: string): boolean {
  const champ = document.getElementById(idCase(adresse))
  if (!champ) return false
  // What was typed there is committed, as when one leaves.
  if (champ === document.activeElement) champ.blur()
  champ.focus({ preventScroll: true })
  reposer(champ)
  champ.scrollIntoView({ block: 'center', inline: 'center' })
  return true
}

/** A matrix leaves room beside it, where its controls then stand; all else takes the whole line. */
const estEtroite = ({ type }: Section) => type === 'matrice'

/** Whether a section has required figures that zeros may fill. */
function aDesZeros(section: Section): boolean {
  if (section.type === 'matrice') return estNombre(section.nature)
  if (section.type !== 'champs') return false
  return section.champs.filter((champ) => champ.requis && estNombre(champ.nature)).length > 1
}

type CorpsProps = Props & { annoncer: (dit: string) => void }

function Corps({ lecture, entree, section, identite, annoncer }: CorpsProps) {
  switch (section.type) {
    case 'identification':
      return <Identification identite={identite} />
    case 'champs':
      return <Champs {...{ lecture, entree, section, annoncer }} />
    case 'matrice':
      return <Matrice {...{ lecture, entree, section, annoncer }} />
    case 'tableau':
      return <Tableau {...{ lecture, entree, section, annoncer }} />
  }
}

/** The label of a code; the code itself while the list is not there. */
function libelleDe(liste: readonly { code: string; libelle: string }[] = [], code: string): string {
  return liste.find((valeur) => valeur.code === code)?.libelle ?? code
}

function Identification({ identite }: { identite: Identite }) {
  const { structure, identification } = identite
  // An example is of no structure, and says so.
  const code = structure.code && ` (${structure.code})`
  const types = useCodification('TYPE_STRUCTURE').data
  const regions = useCodification('REGION').data
  const lignes = [
    [textesSaisie.identification.structure, structure.libelle + code],
    [textesSaisie.identification.type, libelleDe(types, identification.typeStructure)],
    [textesSaisie.identification.region, libelleDe(regions, identification.region)],
    [motDeDuree(identite.modele.moisCouverts), libelleFormulaire(identite)],
    [textesSaisie.identification.responsable, identification.responsable],
  ]
  return (
    <dl className="s-identification">
      {lignes.map(([nom, valeur]) => (
        <div key={nom}>
          <dt>{nom}</dt>
          <dd>{valeur ?? textesSaisie.identification.inconnu}</dd>
        </div>
      ))}
    </dl>
  )
}
