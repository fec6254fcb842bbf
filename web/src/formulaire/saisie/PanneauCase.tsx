import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { useId } from 'react'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { Icone } from '../../ui/Icone.tsx'
import { Remarques } from './Remarques.tsx'
import { TEXTES } from './saisie.textes.ts'
import type { EtatCellule, Saisie } from './saisie.types.ts'
import { useActive, useAller, useCellule, useLignes } from './useSaisie.ts'

export const ID_PANNEAU = 'panneau-case'

type Props = {
  saisie: Saisie
  formulaire: Formulaire
  /** The section shown; null when all are. */
  section: string | null
  ouvert: boolean
  surOuvrir: (ouvert: boolean) => void
}

/**
 * What may be said and done of the cell in focus: its errors, the other months' figures, ND and SO,
 * its comment, its remarks. F2 leads here from the cell, Escape back to it. It closes with what it
 * speaks of: when its cell's section is left, or its row removed.
 */
export function PanneauCase({ section, ...props }: Props) {
  const { saisie } = props
  const active = useActive(saisie)
  const cellule = active === null ? undefined : saisie.celluleDe(active)
  const lignes = useLignes(saisie, cellule?.section ?? '')
  if (!cellule || (section !== null && cellule.section !== section)) return null
  const deTableau = saisie.modele.sections.some(
    ({ code, type }) => code === cellule.section && type === 'tableau',
  )
  if (deTableau && !lignes.includes(cellule.ligne ?? '')) return null
  return <PanneauDe key={active} {...props} cellule={cellule} />
}

function PanneauDe(props: Omit<Props, 'section'> & DeCellule) {
  const { saisie, formulaire, ouvert, surOuvrir, cellule } = props
  const etat = useCellule(saisie, cellule.adresse)
  const aller = useAller()
  const corps = useId()
  const revenir = () => {
    surOuvrir(false)
    aller(cellule.adresse)
  }
  return (
    <section
      id={ID_PANNEAU}
      className="s-panneau"
      aria-label={TEXTES.panneau.titre}
      onKeyDown={(evenement) => {
        if (evenement.key === 'Escape') revenir()
      }}
    >
      <div className="s-panneau-tete">
        <button
          type="button"
          className="s-panneau-bascule"
          aria-expanded={ouvert}
          aria-controls={corps}
          onClick={() => surOuvrir(!ouvert)}
        >
          <Icone nom={ouvert ? 'chevronBas' : 'chevronDroit'} taille={16} />
          <span>{cellule.libelle}</span>
        </button>
        {!ouvert && <Resume etat={etat} />}
      </div>
      <div id={corps} hidden={!ouvert} className="s-panneau-corps">
        {ouvert && (
          <>
            <Messages etat={etat} />
            <AutresMois {...{ saisie, formulaire, cellule, etat }} />
            {!etat.fermee && <Marqueurs saisie={saisie} cellule={cellule} />}
            <Commentaire saisie={saisie} cellule={cellule} etat={etat} />
            <Remarques formulaire={formulaire} cellule={cellule} remarques={etat.remarques} />
            <p className="s-outils">
              <BoutonAction size="small" onClick={revenir}>
                {TEXTES.panneau.revenir}
              </BoutonAction>
            </p>
          </>
        )}
      </div>
    </section>
  )
}
type DeCellule = { cellule: Cellule }

function Resume({ etat }: { etat: EtatCellule }) {
  const [premier] = etat.erreur === null ? etat.messages : [etat.erreur]
  const ouverte = etat.remarques.find(({ statut }) => statut === 'OUVERTE')
  const manque = etat.commentaireRequis && etat.commentaire === ''
  const dit = premier ?? (manque ? TEXTES.panneau.commentaireManque : ouverte?.texte)
  if (dit === undefined) return null
  const grave = etat.erreur !== null || etat.niveau === 'BLOQUANT' || manque
  return <span className={grave ? 's-panneau-dit s-dit-grave' : 's-panneau-dit'}>{dit}</span>
}

function Messages({ etat }: { etat: EtatCellule }) {
  const dits = [...(etat.erreur === null ? [] : [etat.erreur]), ...etat.messages]
  if (dits.length === 0) return null
  return (
    <ul className="s-panneau-messages">
      {dits.map((dit) => (
        <li key={dit}>{dit}</li>
      ))}
    </ul>
  )
}

type AutresMoisProps = Pick<Props, 'saisie' | 'formulaire'> & DeCellule & { etat: EtatCellule }

function AutresMois({ saisie, formulaire, cellule, etat }: AutresMoisProps) {
  const { precedent, anneePrecedente } = formulaire
  const avant = saisie.precedent(cellule.adresse)
  const annee = saisie.anneePrecedente(cellule.adresse)
  const dire = (periode: Formulaire['precedent'], valeur: string) =>
    periode && TEXTES.panneau.precedent(libellePeriode(periode), valeur)
  if (avant === null && annee === null) return null
  return (
    <p className="s-panneau-mois">
      {avant !== null && <span>{dire(precedent, avant)}</span>}
      {annee !== null && <span>{dire(anneePrecedente, annee)}</span>}
      {avant !== null && !etat.fermee && (
        <BoutonAction size="small" onClick={() => saisie.reprendre(cellule.adresse)}>
          {TEXTES.panneau.reprendreValeur(avant)}
        </BoutonAction>
      )}
    </p>
  )
}

function Marqueurs({ saisie, cellule }: { saisie: Saisie } & DeCellule) {
  if (!cellule.nd && !cellule.so) return null
  const poser = (texte: string) => saisie.poser([[cellule.adresse, texte]])
  return (
    <p className="s-outils">
      {cellule.nd && (
        <BoutonAction size="small" onClick={() => poser('ND')}>
          {TEXTES.panneau.nd}
        </BoutonAction>
      )}
      {cellule.so && (
        <BoutonAction size="small" onClick={() => poser('SO')}>
          {TEXTES.panneau.so}
        </BoutonAction>
      )}
    </p>
  )
}

type CommentaireProps = { saisie: Saisie; etat: EtatCellule } & DeCellule

function Commentaire({ saisie, cellule, etat }: CommentaireProps) {
  const id = useId()
  if (!saisie.ouverte)
    return etat.commentaire === '' ? null : (
      <p className="s-justification-lue">« {etat.commentaire} »</p>
    )
  if (cellule.calculee || cellule.luSeul) return null
  return (
    <div className="s-justification">
      <label htmlFor={id}>
        {etat.commentaireRequis ? TEXTES.panneau.commentaireRequis : TEXTES.panneau.commentaire}
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={2000}
        required={etat.commentaireRequis}
        value={etat.commentaire}
        aria-describedby={`${id}-aide`}
        onChange={({ currentTarget }) => saisie.commenter(cellule.adresse, currentTarget.value)}
      />
      <p id={`${id}-aide`}>{TEXTES.panneau.commentaireAide}</p>
    </div>
  )
}
