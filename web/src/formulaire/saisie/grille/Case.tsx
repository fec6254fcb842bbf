import type { Cellule } from '@releve/contract/modele/cellule.ts'
import type { Nature } from '@releve/contract/modele/modele.schema.ts'
import { memo, useCallback } from 'react'
import { aDesTouches } from '../../../ui/useTouches.ts'
import { textesSaisie } from '../saisie.textes.ts'
import type { CadreCellule, Entree, EtatCellule, Lecture } from '../store/client.ts'
import { suivreTexte, useCadre, useDeCellule } from '../store/store.ts'
import { ID_MOIS_PRECEDENT, idCase } from './cases.ts'
import { modeEcrit } from './mode.ts'
import { estEnMain, estEntier, modeDe, passerEn } from './touche.ts'

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
const CLAVIERS: Readonly<Partial<Record<Nature, 'numeric' | 'decimal' | 'text'>>> = {
  entier: 'numeric',
  montant: 'numeric',
  decimal: 'decimal',
  entierSigne: 'text',
}

/** The field of one cell, or its figure where nothing is entered. Renders for this cell alone. */
export const Case = memo(function Case(props: Props) {
  const { lecture, entree, adresse, etiquette, decrit, ample } = props
  const cellule = lecture.celluleDe(adresse)
  const etat = useCadre(lecture, adresse)
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
        <Chiffre {...{ lecture, cellule, etat, etiquette }} />
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
function Chiffre({ lecture, cellule, etat, etiquette }: ChiffreProps) {
  const { adresse } = cellule
  const ref = useCallback(
    (sortie: HTMLOutputElement | null) =>
      sortie ? montrerChiffre(sortie, lecture, adresse) : undefined,
    [lecture, adresse],
  )
  const long = cellule.nature === 'texteLong'
  return (
    <output
      ref={ref}
      id={idCase(cellule.adresse)}
      tabIndex={-1}
      aria-labelledby={etiquette}
      aria-describedby={etat.changee ? `v-${cellule.adresse}` : undefined}
      aria-live="off"
      // A translator puts its own text in the place of ours, which we would go on writing unseen.
      translate="no"
      className={`s-chiffre${cellule.calculee ? ' s-calcule' : ''}${long ? ' s-long' : ''}`}
      data-cellule={cellule.adresse}
    />
  )
}
type ChiffreProps = { lecture: Lecture; cellule: Cellule; etat: CadreCellule; etiquette: string }

/** What a figure holds is ours: its text, and the sign of a total that is partial. */
function montrerChiffre(sortie: HTMLOutputElement, lecture: Lecture, adresse: string) {
  const noeud = new Text()
  const signe = document.createElement('abbr')
  signe.title = textesSaisie.partiel
  signe.textContent = '*'
  sortie.append(noeud)
  const oublier = suivreTexte(lecture, adresse, ({ texte, partiel }) => {
    noeud.data = texte === '' ? '—' : texte
    sortie.toggleAttribute(VIDE, texte === '')
    if (!partiel) signe.remove()
    else if (!signe.parentNode) sortie.append(signe)
  })
  return () => {
    oublier()
    sortie.replaceChildren()
  }
}

type ChampTexte = HTMLInputElement | HTMLTextAreaElement

/** On a field that holds nothing: a required one says so. */
const VIDE = 'data-vide'

/** Writes a text in a field, and leaves it as one had it: whole, for the next sign to replace it. */
function ecrire(champ: ChampTexte, texte: string): void {
  const entier = champ === document.activeElement && estEntier(champ)
  champ.value = texte
  if (entier && champ instanceof HTMLInputElement) champ.select()
}

/**
 * What is typed in a field goes to the store, and what the store holds stands in the field; what
 * comes from outside while somebody types there, once he has left. Its `input` is heard there and
 * goes no further: React, which would hear it for the whole page, has nothing to do of it, and
 * takes as long as all the rest.
 */
function ecrireDans(champ: ChampTexte, { lecture, entree }: ContexteDeCase, adresse: string) {
  const tenir = (texte: string) => {
    // Only what differs: to write the same text would move the caret.
    if (champ.value !== texte) ecrire(champ, texte)
    // Not React's, which would render the cell for it; nor `:invalid`, of which the browser thinks anew at each key.
    champ.toggleAttribute(VIDE, texte === '')
  }
  const montrer = ({ texte }: Pick<EtatCellule, 'texte'>) => {
    if (champ.value === texte || !estEnMain(champ)) tenir(texte)
    else entree.surprendre(adresse)
  }
  const entendre = (evenement: Event) => {
    evenement.stopPropagation()
    passerEn(champ, modeEcrit(modeDe(champ)))
    entree.taper(adresse, champ.value)
    // It shows what is kept, should that be something else.
    tenir(lecture.lire(adresse).texte)
  }
  const partir = () => {
    passerEn(champ, 'repos')
    tenir(lecture.lire(adresse).texte)
  }
  champ.addEventListener('input', entendre)
  champ.addEventListener('blur', partir)
  const oublier = suivreTexte(lecture, adresse, montrer)
  return () => {
    oublier()
    champ.removeEventListener('input', entendre)
    champ.removeEventListener('blur', partir)
  }
}
type ContexteDeCase = { lecture: Lecture; entree: Entree }

function Champ({ lecture, entree, cellule, etat, etiquette, decrit, mois }: ChampProps) {
  const { adresse, nature } = cellule
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
    className: classeDe(cellule, etat),
  }
  const champ = { lecture, entree, cellule, commun }
  return nature === 'liste' || nature === 'booleen' || nature === 'date' ? (
    <ChampChoisi {...champ} horsMois={etat.horsMois} />
  ) : (
    <ChampEcrit {...champ} />
  )
}
type ChampProps = ChiffreProps & {
  entree: Entree
  decrit?: string | undefined
  /** Id of what says of which month the figure before is, where its own words do not. */
  mois: string
}

type Corps = Pick<ChampProps, 'lecture' | 'entree' | 'cellule'> & {
  commun: { className: string; required: boolean }
}

/** A field in which one writes: the store puts its text there, and a key renders nothing. */
function ChampEcrit({ lecture, entree, cellule: { adresse, nature }, commun }: Corps) {
  const ref = useCallback(
    (champ: ChampTexte | null) =>
      champ ? ecrireDans(champ, { lecture, entree }, adresse) : undefined,
    [lecture, entree, adresse],
  )
  // A touch keyboard says « Suivant », and its key is Enter: it commits, and goes on.
  const ecrit = { ...commun, ref, enterKeyHint: 'next' } as const
  if (nature === 'texteLong') return <textarea {...commun} ref={ref} rows={4} />
  if (nature === 'texte') return <input {...ecrit} type="text" />
  return (
    <input
      {...ecrit}
      type="text"
      inputMode={CLAVIERS[nature]}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

const lireTexte = ({ texte }: EtatCellule) => texte

function ChampChoisi({
  lecture,
  entree,
  cellule,
  commun,
  horsMois,
}: Corps & Pick<CadreCellule, 'horsMois'>) {
  const { adresse, nature, codes } = cellule
  const texte = useDeCellule(lecture, adresse, lireTexte)
  const choisi = {
    ...commun,
    [VIDE]: texte === '' || undefined,
    value: texte,
    onChange: (evenement: { currentTarget: { value: string } }) =>
      entree.taper(adresse, evenement.currentTarget.value),
  }
  // A native date field cannot hold a text that is no date: such a text is kept in a plain one.
  if (nature === 'date')
    return <input {...choisi} type={/^(\d{4}-\d\d-\d\d)?$/.test(texte) ? 'date' : 'text'} />
  return (
    <select {...choisi}>
      <option value="">{textesSaisie.choisir}</option>
      <Inconnue texte={texte} cellule={cellule} />
      {nature === 'booleen' ? (
        <>
          <option value="Oui">{textesSaisie.oui}</option>
          <option value="Non">{textesSaisie.non}</option>
        </>
      ) : (
        codes
          ?.filter(({ code }) => code === texte || !horsMois.includes(code))
          .map(({ code, libelle }) => (
            <option key={code} value={code}>
              {libelle}
            </option>
          ))
      )}
      <Marqueurs cellule={cellule} />
    </select>
  )
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

function classeDe({ nature }: Cellule, etat: CadreCellule): string {
  const classes = ['s-champ-case', `s-${nature}`]
  if (etat.erreur !== null || etat.niveau === 'BLOQUANT') classes.push('s-faute')
  else if (etat.niveau === 'AVERTISSEMENT') classes.push('s-alerte')
  return classes.join(' ')
}

const manqueCommentaire = ({ commentaireRequis, commentaire }: CadreCellule) =>
  commentaireRequis && commentaire === ''

/** What the cell carries beside its figure: error, controls, comment, remarks, change. Never colour alone. */
function Marques({ etat, adresse, ample }: MarquesProps) {
  const dits = [...(etat.erreur === null ? [] : [etat.erreur]), ...etat.messages]
  const ouvertes = etat.remarques.filter(({ statut }) => statut === 'OUVERTE').length
  const manque = manqueCommentaire(etat)
  if (manque) dits.push(textesSaisie.panneau.commentaireManque(aDesTouches()))
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
      <Dite id={`u-${adresse}`} sorte="inhabituelle" note={inhabituelle} ample={ample} />
      <Dite id={`v-${adresse}`} sorte="changee" note={changee} ample={ample} />
    </>
  )
}

type MarquesProps = { etat: CadreCellule; adresse: string; ample: boolean }

type DiteProps = {
  id: string
  /** Each has its row under the field: both may be said. */
  sorte: 'inhabituelle' | 'changee'
  note: { dit: string } | null
  ample: boolean
}

/** A sentence that a sign stands for; where there is room it is written, in the place of the sign. */
function Dite({ id, sorte, note, ample }: DiteProps) {
  if (!note) return null
  return (
    <span id={id} className={ample ? `s-aide s-ecran s-note-${sorte}` : 'ui-invisible'}>
      {note.dit}
    </span>
  )
}
