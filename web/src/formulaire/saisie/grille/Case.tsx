import type { Cellule } from '@releve/contract/modele/cellule.ts'
import { memo } from 'react'
import { textesSaisie } from '../saisie.textes.ts'
import { type Entree, type EtatCellule, type Lecture, useCellule } from '../store/store.ts'
import { ID_MOIS_PRECEDENT, idCase } from './cases.ts'

type Props = {
  lecture: Lecture
  entree: Entree | null
  adresse: string
  /** Ids of what names the field: its label, or its row and column headers. */
  etiquette: string
  /** Ids of what helps to fill it. */
  decrit?: string | undefined
  /** Errors are written in full under the field, not only said to a screen reader. */
  ample?: boolean
}

/** Keyboards of phones: a signed integer needs the minus sign, which number pads may lack. */
const CLAVIERS = { entier: 'numeric', montant: 'numeric', decimal: 'decimal' } as const

/** The field of one cell, or its figure where nothing is entered. Renders for this cell alone. */
export const Case = memo(function Case(props: Props) {
  const { lecture, entree, adresse, etiquette, decrit, ample } = props
  const cellule = lecture.celluleDe(adresse)
  const etat = useCellule(lecture, adresse)
  if (!cellule) return null
  const precedent = cellule.ligne !== null && ample ? null : lecture.precedent(adresse)
  // In a table, the field says it, of which month too: words hidden in each cell slow every frame.
  const enTable = entree !== null && !etat.fermee && !ample
  return (
    <>
      {entree && !etat.fermee ? (
        <Champ
          {...{ lecture, entree, cellule, etat, etiquette, decrit }}
          mois={ample ? '' : `${ID_MOIS_PRECEDENT} `}
        />
      ) : (
        <Chiffre cellule={cellule} etat={etat} etiquette={etiquette} />
      )}
      {precedent !== null && (
        <span className="s-precedent" id={`p-${adresse}`} aria-hidden={enTable || undefined}>
          {!enTable && (
            <span className={ample ? undefined : 'ui-invisible'}>{lecture.libellePrecedent}</span>
          )}
          {precedent}
        </span>
      )}
      <Marques etat={etat} adresse={adresse} ample={ample ?? false} />
    </>
  )
})

/** A figure that is not entered: computed, read-only, or a form that is not open. */
function Chiffre({ cellule, etat, etiquette }: ChiffreProps) {
  const long = cellule.nature === 'texteLong'
  return (
    <output
      id={idCase(cellule.adresse)}
      tabIndex={-1}
      aria-labelledby={etiquette}
      aria-describedby={etat.changee ? `v-${cellule.adresse}` : undefined}
      aria-live="off"
      className={`s-chiffre${cellule.calculee ? ' s-calcule' : ''}${long ? ' s-long' : ''}`}
      data-cellule={cellule.adresse}
    >
      {etat.texte === '' ? '—' : etat.texte}
      {etat.partiel && <abbr title={textesSaisie.partiel}>*</abbr>}
    </output>
  )
}
type ChiffreProps = { cellule: Cellule; etat: EtatCellule; etiquette: string }

function Champ({ lecture, entree, cellule, etat, etiquette, decrit, mois }: ChampProps) {
  const { adresse } = cellule
  const enFaute = etat.erreur !== null || etat.niveau === 'BLOQUANT'
  const dit = etat.erreur !== null || etat.messages.length > 0 || manqueCommentaire(etat)
  const etonne = etat.inhabituelle ? `u-${adresse}` : ''
  const changee = etat.changee ? `v-${adresse}` : ''
  const precedent = lecture.precedent(adresse) === null ? '' : `${mois}p-${adresse}`
  const commun = {
    id: idCase(adresse),
    'data-cellule': adresse,
    'aria-labelledby': etiquette,
    'aria-describedby': [dit ? `e-${adresse}` : '', etonne, changee, precedent, decrit]
      .filter(Boolean)
      .join(' '),
    'aria-invalid': enFaute,
    required: etat.requise,
    value: etat.texte,
    className: classeDe(cellule, etat),
    onChange: (evenement: { currentTarget: { value: string } }) =>
      entree.taper(adresse, evenement.currentTarget.value),
  }
  switch (cellule.nature) {
    case 'texteLong':
      return <textarea {...commun} rows={4} />
    case 'liste':
      return (
        <select {...commun}>
          <option value="">{textesSaisie.choisir}</option>
          <Inconnue texte={etat.texte} cellule={cellule} />
          {cellule.codes
            ?.filter(({ code }) => code === etat.texte || !etat.horsMois.includes(code))
            .map(({ code, libelle }) => (
              <option key={code} value={code}>
                {libelle}
              </option>
            ))}
          <Marqueurs cellule={cellule} />
        </select>
      )
    case 'booleen':
      return (
        <select {...commun}>
          <option value="">{textesSaisie.choisir}</option>
          <Inconnue texte={etat.texte} cellule={cellule} />
          <option value="Oui">{textesSaisie.oui}</option>
          <option value="Non">{textesSaisie.non}</option>
          <Marqueurs cellule={cellule} />
        </select>
      )
    case 'date':
      // A native date field cannot hold a text that is no date: such a text is kept in a plain one.
      return <input {...commun} type={/^(\d{4}-\d\d-\d\d)?$/.test(etat.texte) ? 'date' : 'text'} />
    case 'texte':
      return <input {...commun} type="text" />
    default:
      return (
        <input
          {...commun}
          type="text"
          inputMode={cellule.nature === 'entierSigne' ? 'text' : CLAVIERS[cellule.nature]}
          autoComplete="off"
          spellCheck={false}
        />
      )
  }
}
type ChampProps = ChiffreProps & {
  lecture: Lecture
  entree: Entree
  decrit?: string | undefined
  /** Id of what says of which month the figure before is, where its own words do not. */
  mois: string
}

/** A text that is no choice of the list is kept in sight, with its error. */
function Inconnue({ texte, cellule }: { texte: string; cellule: Cellule }) {
  const { nature, codes, nd, so } = cellule
  const connue =
    texte === '' ||
    (texte === 'ND' && nd) ||
    (texte === 'SO' && so) ||
    (nature === 'booleen' && ['Oui', 'Non'].includes(texte)) ||
    codes?.some(({ code }) => code === texte)
  return connue ? null : <option value={texte}>{texte}</option>
}

function Marqueurs({ cellule }: { cellule: Cellule }) {
  return (
    <>
      {cellule.nd && <option value="ND">{textesSaisie.panneau.nd}</option>}
      {cellule.so && <option value="SO">{textesSaisie.panneau.so}</option>}
    </>
  )
}

function classeDe({ nature }: Cellule, etat: EtatCellule): string {
  const classes = ['s-champ-case', `s-${nature}`]
  if (etat.erreur !== null || etat.niveau === 'BLOQUANT') classes.push('s-faute')
  else if (etat.niveau === 'AVERTISSEMENT') classes.push('s-alerte')
  if (etat.requise && etat.texte === '') classes.push('s-vide')
  return classes.join(' ')
}

const manqueCommentaire = ({ commentaireRequis, commentaire }: EtatCellule) =>
  commentaireRequis && commentaire === ''

/** What the cell carries beside its figure: error, controls, comment, remarks, change. Never colour alone. */
function Marques({ etat, adresse, ample }: { etat: EtatCellule; adresse: string; ample: boolean }) {
  const dits = [...(etat.erreur === null ? [] : [etat.erreur]), ...etat.messages]
  const ouvertes = etat.remarques.filter(({ statut }) => statut === 'OUVERTE').length
  const manque = manqueCommentaire(etat)
  if (manque) dits.push(textesSaisie.panneau.commentaireManque)
  const grave = etat.erreur !== null || etat.niveau === 'BLOQUANT' || manque
  const marque = grave ? 's-marque-faute' : 's-marque-alerte'
  const { inhabituelle, presents, changee } = etat
  const rien = dits.length === 0 && etat.remarques.length === 0 && etat.commentaire === ''
  if (rien && !inhabituelle && !changee && presents === '') return null
  return (
    <>
      <span className="s-marques" aria-hidden="true">
        {dits.length > 0 && !ample && <span className={marque}>{grave ? '✕' : '!'}</span>}
        {inhabituelle && !ample && (
          <span className="s-marque-reste">{inhabituelle.sens > 0 ? '↑' : '↓'}</span>
        )}
        {changee && !ample && (
          <span className="s-marque-changee">
            {changee.avant === '' ? '≠' : <s>{changee.avant}</s>}
          </span>
        )}
        {etat.commentaire !== '' && <span className="s-marque-note">✎</span>}
        {ouvertes > 0 && <span className="s-marque-remarque">⚑</span>}
        {etat.presents !== '' && <span className="s-marque-present">{etat.presents}</span>}
      </span>
      {dits.length > 0 && (
        <span id={`e-${adresse}`} className={ample ? `s-erreur ${marque}` : 'ui-invisible'}>
          {dits.join(' ')}
        </span>
      )}
      <Dite id={`u-${adresse}`} note={inhabituelle} ample={ample} />
      <Dite id={`v-${adresse}`} note={changee} ample={ample} />
    </>
  )
}

type DiteProps = { id: string; note: { dit: string } | null; ample: boolean }

/** A sentence that a sign stands for; where there is room it is written, in the place of the sign. */
function Dite({ id, note, ample }: DiteProps) {
  if (!note) return null
  return (
    <span id={id} className={ample ? 's-aide s-ecran' : 'ui-invisible'}>
      {note.dit}
    </span>
  )
}
