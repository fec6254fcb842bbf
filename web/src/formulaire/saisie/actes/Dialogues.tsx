import {
  type Etat,
  type Formulaire,
  LIBELLES_ETATS,
  type PorteeRenvoi,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { libelleFormulaire, MOIS, nbJours } from '@releve/contract/mois.ts'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { EchecApi, estCoupure, estIncertaine, messageDe } from '../../../api/envoi.ts'
import { souhaiterSoumettre } from '../../../app/attentes.ts'
import { useAuth } from '../../../app/useSession.ts'
import { useCodification } from '../../../codification/codification.queries.ts'
import { Alerte } from '../../../ui/Alerte.tsx'
import { BoutonAction } from '../../../ui/BoutonAction.tsx'
import { ChampListe, ChampTexteLong } from '../../../ui/ChampTexte.tsx'
import { Dialogue } from '../../../ui/Dialogue.tsx'
import { toastRefus } from '../../../ui/toasts.ts'
import {
  type ActeDecision,
  useChangerEtatFormulaire,
  useRenvoyerFormulaire,
  useSoumettreFormulaire,
  useTransition,
} from '../../formulaire.queries.ts'
import { textesIncertain, textesSaisie } from '../saisie.textes.ts'
import { textesDialogues } from './actes.textes.ts'
import { estPerime, useActer } from './useActer.ts'
import './actes.css'
import { touchesSeules } from '../../../app/affichage.ts'
import './touches.css'

type Props = { formulaire: Formulaire; onFermer: () => void }

/** Accepts a report: one question, and what follows. */
export function Confirmation({ formulaire, acte, onFermer }: Props & { acte: ActeDecision }) {
  const acter = useActer()
  useFocusRendu()
  const { mutateAsync, isPending } = useTransition({
    reussite: textesDialogues.succes[acte],
    refus: 'place',
  })
  const { titre, bouton, aide } = textesDialogues.confirmation[acte]
  const agir = async () => {
    await acter(acte, (version) => mutateAsync({ acte, id: formulaire.id, version }))
    onFermer()
  }
  return (
    <Question {...{ titre, bouton, onFermer, isPending }} agir={agir}>
      <p>{aide}</p>
    </Question>
  )
}

/** Asks why a report goes back, and what must be corrected. */
export function Renvoi({ formulaire, onFermer }: Props) {
  const { mutateAsync, isPending } = useRenvoyerFormulaire(textesDialogues.succes.renvoyer)
  const { soumettre, champs, refus } = useMotif('renvoyer', onFermer, textesDialogues.renvoi)
  const { titre, aide, confirmer } = textesDialogues.renvoi
  const ouvertes = formulaire.remarques.filter(({ statut }) => statut === 'OUVERTE')
  const marquees = ouvertes.filter(({ cellule }) => cellule !== null).length
  // Of the report as a whole, something is to be mended that no cell holds.
  const [portee, setPortee] = useState<PorteeRenvoi>(
    marquees > 0 && marquees === ouvertes.length ? 'cases' : 'tout',
  )
  const agir = () => soumettre((donne) => mutateAsync({ id: formulaire.id, portee, ...donne }))
  return (
    <Question {...{ titre, onFermer, isPending, agir }} bouton={confirmer}>
      {refus}
      <p>{aide}</p>
      <div className="s-dialogue">
        <Portee {...{ portee, marquees }} surChoix={setPortee} />
        {champs}
      </div>
    </Question>
  )
}

type PorteeProps = {
  portee: PorteeRenvoi
  /** Cells that wait for a correction. */
  marquees: number
  surChoix: (portee: PorteeRenvoi) => void
}

/** What the report opens when it is back: its marked cells, or all of it. */
function Portee({ portee, marquees, surChoix }: PorteeProps) {
  const nom = useId()
  const { rouvrir, cases, casesAide, tout, marquer } = textesDialogues.renvoi
  if (marquees === 0) return <p className="s-aide">{marquer}</p>
  const choix = { cases: cases(marquees), tout }
  return (
    <fieldset className="s-conflit">
      <legend>{rouvrir}</legend>
      {(['cases', 'tout'] as const).map((une) => (
        <label key={une}>
          <input
            type="radio"
            name={nom}
            checked={une === portee}
            aria-describedby={une === 'cases' ? `${nom}-aide` : undefined}
            onChange={() => surChoix(une)}
          />
          {choix[une]}
        </label>
      ))}
      <p id={`${nom}-aide`} className="s-aide">
        {casesAide}
      </p>
    </fieldset>
  )
}

/** Forces a state, with a reason: the answer's `etatsPossibles`, and nothing else, are offered. */
export function ChangementEtat({ formulaire, onFermer }: Props) {
  const { numero, etatsPossibles } = formulaire
  const { mutateAsync, isPending } = useChangerEtatFormulaire(textesDialogues.succes.changerEtat)
  const [etat, setEtat] = useState<Etat | null>(null)
  const textes = textesDialogues.forcer
  const { soumettre, tente, champs, refus } = useMotif('changerEtat', onFermer, textes)
  const agir = () => soumettre(etat && ((donne) => mutateAsync({ numero, etat, ...donne })))
  return (
    <Question {...{ onFermer, isPending, agir }} titre={textes.titre} bouton={textes.confirmer}>
      {refus}
      <p>{textes.aide}</p>
      <div className="s-dialogue">
        <ChampListe
          libelle={textes.cible}
          options={etatsPossibles.map((code) => ({ code, libelle: LIBELLES_ETATS[code] }))}
          vide={textesDialogues.choisir}
          value={etat ?? ''}
          required
          onChange={({ currentTarget }) =>
            setEtat(etatsPossibles.find((code) => code === currentTarget.value) ?? null)
          }
          erreur={tente && etat === null ? textes.cibleRequise : null}
          aide={etat === 'ANNULE' ? textes.annuler : undefined}
        />
        {champs}
      </div>
    </Question>
  )
}

type QuestionProps = {
  titre: string
  bouton: string
  isPending: boolean
  agir: () => Promise<void>
  onFermer: () => void
  children: ReactNode
}

/** A question before an act, with its two ways out. */
function Question({ titre, bouton, isPending, agir, onFermer, children }: QuestionProps) {
  return (
    <Dialogue
      ouvert
      titre={titre}
      onFermer={onFermer}
      onSoumettre={() => void agir()}
      actions={
        <>
          <BoutonAction onClick={onFermer}>{textesDialogues.annuler}</BoutonAction>
          <BoutonAction type="submit" variant="contained" enCours={isPending}>
            {bouton}
          </BoutonAction>
        </>
      }
    >
      {children}
    </Dialogue>
  )
}

type Motif = { motif: string; texte: string; version: number }
type Libelles = { motif: string; texte: string; texteRequis: string }

/**
 * An act that needs a reason: its list, its text, and why the server refused it. `soumettre` sends
 * nothing before both are given, and closes when the form is no longer what the screen shows.
 */
function useMotif(acte: 'renvoyer' | 'changerEtat', fermer: () => void, libelles: Libelles) {
  const acter = useActer()
  useFocusRendu()
  const { data: motifs = [] } = useCodification('MOTIF_RENVOI')
  const [motif, setMotif] = useState('')
  const [texte, setTexte] = useState('')
  const [tente, setTente] = useState(false)
  const [echec, setEchec] = useState<unknown>(null)
  const garder = (cause: unknown) => {
    if (!estPerime(cause)) setEchec(cause)
    return !estPerime(cause)
  }
  const soumettre = async (agir: ((donne: Motif) => Promise<unknown>) | null) => {
    setTente(true)
    if (!agir || motif === '' || texte.trim() === '') return
    setEchec(null)
    const envoi = { motif, texte: texte.trim() }
    const fini = await acter(acte, (version) => agir({ ...envoi, version }), { garder })
    if (fini) fermer()
    // Known by now: not done, and the page says so.
    else setEchec((tenu: unknown) => (estIncertaine(tenu) ? null : tenu))
  }
  const champs: ReactNode = (
    <>
      <ChampListe
        libelle={libelles.motif}
        options={motifs.filter(({ actif }) => actif)}
        vide={textesDialogues.choisir}
        value={motif}
        required
        onChange={({ currentTarget }) => setMotif(currentTarget.value)}
        erreur={tente && motif === '' ? textesDialogues.renvoi.motifRequis : null}
      />
      <ChampTexteLong
        libelle={libelles.texte}
        value={texte}
        maxLength={2000}
        required
        onChange={({ currentTarget }) => setTexte(currentTarget.value)}
        erreur={tente && texte.trim() === '' ? libelles.texteRequis : null}
      />
    </>
  )
  return { soumettre, tente, champs, refus: echec === null ? null : <Refus {...{ acte, echec }} /> }
}

type RefusProps = { acte: 'renvoyer' | 'changerEtat'; echec: unknown }

function Refus({ acte, echec }: RefusProps) {
  if (estIncertaine(echec)) {
    return (
      <Alerte gravite="warning" role="status" titre={textesIncertain[acte]}>
        {textesIncertain.texte}
      </Alerte>
    )
  }
  const details = echec instanceof EchecApi ? echec.details : []
  return (
    <Alerte gravite="error" role="alert" titre={textesSaisie.erreur(messageDe(echec))}>
      {details.length > 0 && (
        <ul>
          {details.slice(0, 20).map(({ chemin, libelle }) => (
            <li key={chemin + libelle}>{libelle}</li>
          ))}
        </ul>
      )}
    </Alerte>
  )
}

/** By the server's clock the month is not over: one more question. */
const estAConfirmer = (echec: unknown) =>
  echec instanceof EchecApi && echec.code === 'CONFIRMATION_REQUISE'

/**
 * Without network nothing is signed: the wish is kept, for its author to confirm; or, where the
 * demand had left, until the server tells whether it is done.
 */
function useAttendreReseau(numero: string) {
  const { identifiant } = useAuth()
  return (partie: boolean) => {
    souhaiterSoumettre(identifiant, numero, partie)
    toastRefus(partie ? textesIncertain.soumettre : textesDialogues.souhaitee)
  }
}

function useSoumission({ formulaire, onFermer }: Props) {
  const acter = useActer()
  useFocusRendu()
  const [exige, setExige] = useState(() => estEnCours(formulaire))
  const [confirme, setConfirme] = useState(false)
  const [tente, setTente] = useState(false)
  const periode = libelleFormulaire(formulaire)
  const attendre = useAttendreReseau(formulaire.numero)
  const { mutateAsync, isPending } = useSoumettreFormulaire({
    reussite: textesDialogues.succes.soumettre(periode, formulaire.numero),
    refus: (echec) =>
      estAConfirmer(echec) || estCoupure(echec) || estIncertaine(echec) ? 'rien' : 'place',
  })
  const soumettre = async () => {
    setTente(true)
    if (exige && !confirme) return
    const fini = await acter(
      'soumettre',
      (version) => mutateAsync({ id: formulaire.id, version, ...(confirme && { confirme }) }),
      {
        garder: (echec) => {
          if (estAConfirmer(echec)) setExige(true)
          return estAConfirmer(echec)
        },
        surCoupure: attendre,
      },
    )
    if (fini) onFermer()
  }
  return { periode, exige, confirme, setConfirme, tente, soumettre, isPending }
}

/** The question before submitting: what it means, and once more while the month runs. */
export function Soumission(props: Props) {
  const { onFermer } = props
  const { periode, exige, confirme, setConfirme, tente, ...envoi } = useSoumission(props)
  const textes = textesDialogues.soumission
  return (
    <Dialogue
      ouvert
      titre={textes.titre(periode)}
      onFermer={onFermer}
      onSoumettre={() => void envoi.soumettre()}
      actions={
        <>
          <BoutonAction onClick={onFermer}>{textes.revenir}</BoutonAction>
          <BoutonAction type="submit" variant="contained" enCours={envoi.isPending}>
            {textes.soumettre}
          </BoutonAction>
        </>
      }
    >
      <p>{textes.consequence}</p>
      {exige && (
        <ConfirmationMois
          {...{ periode, confirme }}
          enFaute={tente && !confirme}
          surChange={setConfirme}
        />
      )}
    </Dialogue>
  )
}

type ConfirmationMoisProps = {
  periode: string
  confirme: boolean
  enFaute: boolean
  surChange: (confirme: boolean) => void
}

function ConfirmationMois({ periode, confirme, enFaute, surChange }: ConfirmationMoisProps) {
  const id = useId()
  return (
    <>
      <label className="s-confirme">
        <input
          type="checkbox"
          checked={confirme}
          aria-invalid={enFaute}
          aria-describedby={enFaute ? id : undefined}
          onChange={({ currentTarget }) => surChange(currentTarget.checked)}
        />
        {textesDialogues.soumission.moisEnCours(periode)}
      </label>
      {enFaute && (
        <span id={id} className="s-erreur" role="alert">
          {textesDialogues.soumission.cochez}
        </span>
      )}
    </>
  )
}

/** Before the month's last day one is asked to confirm; the server asks too, by its own clock. */
function estEnCours(formulaire: Formulaire): boolean {
  const { mois, annee } = formulaire
  return new Date() < new Date(annee, MOIS.indexOf(mois), nbJours(formulaire))
}

/** What opened the dialog of an act may go away with it: the page is then read from its heading. */
function useFocusRendu(): void {
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return
      document.querySelector('h1')?.focus({ preventScroll: true })
    },
    [],
  )
}

/** The keys of the form, as its sheet shows them: what is pressed, what it does. */
const textesTouches = {
  titre: 'Touches du clavier',
  fermer: 'Fermer',
  touche: 'Touche',
  effet: 'Effet',
  seules:
    'Les touches «\u00a0?\u00a0», «\u00a0=\u00a0», N, S et Z agissent seules. Si votre voix ou votre main les presse sans le vouloir, rendez-les sans effet dans «\u00a0Réglages d’affichage\u00a0».',
  eteintes:
    'Les touches «\u00a0?\u00a0», «\u00a0=\u00a0», N, S et Z sont sans effet\u00a0: vous l’avez choisi dans «\u00a0Réglages d’affichage\u00a0». F1, hors d’une case, ouvre cette liste.',
  groupes: [
    {
      titre: 'Aller d’une case à l’autre',
      touches: [
        ['Flèches', 'Case voisine (avec Ctrl\u00a0: la dernière dans ce sens)'],
        ['Entrée', 'Case du dessous (avec Maj\u00a0: du dessus)'],
        ['Tab', 'Case suivante, ligne par ligne (avec Maj\u00a0: précédente)'],
        ['Début, Fin', 'Première ou dernière case de la ligne (avec Ctrl\u00a0: du tableau)'],
        ['Page suivante, Page précédente', 'Dix lignes plus bas ou plus haut'],
        [
          'F8',
          'Prochaine case à revoir\u00a0: vide, en erreur, à justifier, avec une remarque, ou changée depuis la soumission d’avant',
        ],
        ['Maj + F8', 'Case à revoir d’avant'],
      ],
    },
    {
      titre: 'Saisir',
      touches: [
        [
          'Chiffres',
          'Remplacent ce que la case contient\u202f; toute touche qui mène ailleurs les valide, au bord du tableau aussi',
        ],
        [
          'F2',
          'Modifier ce que la case contient, sans l’effacer (ou double clic, ou second clic)\u00a0: les flèches y déplacent le curseur',
        ],
        ['Retour arrière', 'Effacer le dernier chiffre tapé, ou vider la case où l’on arrive'],
        ['Échap', 'Rendre à la case ce qu’elle contenait'],
        ['Point du pavé numérique', 'Virgule'],
        ['Suppr', 'Vider la case'],
        ['=', 'Reprendre la valeur du rapport précédent'],
        ['N', 'Non disponible (ND), là où la case l’accepte'],
        ['S', 'Sans objet (SO), là où la case l’accepte'],
        ['Z', 'Mettre à 0 les cases vides du tableau, ou de la section'],
        ['Ctrl + D', 'Recopier la case du dessus'],
        ['Ctrl + R', 'Recopier la case de gauche'],
      ],
    },
    {
      titre: 'Plusieurs cases',
      touches: [
        ['Maj + flèches', 'Choisir un rectangle de cases (ou Maj + clic, ou glisser)'],
        ['Ctrl + A', 'Choisir tout le tableau'],
        ['Ctrl + C, Ctrl + X', 'Copier ou couper ce qui est choisi, pour un tableur'],
        ['Ctrl + V', 'Coller un bloc d’un tableur à partir de la case, avec ou sans ses intitulés'],
        ['Suppr', 'Vider les cases choisies'],
        ['Ctrl + D, Ctrl + R', 'Recopier leur première ligne, ou leur première colonne'],
        ['Échap', 'Ne plus rien choisir'],
      ],
    },
    {
      titre: 'Annuler, expliquer, afficher',
      touches: [
        ['Ctrl + Z', 'Annuler le dernier geste, même enregistré'],
        ['Ctrl + Y', 'Refaire ce qui vient d’être annulé'],
        ['F1', 'Aide de la case\u00a0: définition, source, exemple (Échap pour en revenir)'],
        ['Ctrl + Entrée', 'Commentaire et options de la case (Échap pour en revenir)'],
        ['F9', 'Donner toute la largeur au rapport, ou rendre leur place au menu et aux sections'],
        ['Maj + F9', 'Resserrer ou aérer les tableaux'],
        [
          'Ctrl + F',
          'Recherche du navigateur\u00a0: elle trouve aussi les intitulés des autres sections (Échap, puis Entrée, mène à la case)',
        ],
        ['?', 'Cette liste'],
      ],
    },
  ],
} as const

/** The sheet of the keys: its code, and its many words, come when it is asked for. */
export function Touches({ onFermer }: { onFermer: () => void }) {
  return (
    <Dialogue
      ouvert
      titre={textesTouches.titre}
      largeur="md"
      onFermer={onFermer}
      actions={<BoutonAction onClick={onFermer}>{textesTouches.fermer}</BoutonAction>}
    >
      <p className="s-aide">{touchesSeules() ? textesTouches.seules : textesTouches.eteintes}</p>
      {textesTouches.groupes.map(({ titre, touches }, rang) => (
        <table key={titre} className="s-touches">
          {/* It opens on its first words, not on the button at its foot. */}
          <caption tabIndex={-1} data-focus={rang === 0 || undefined}>
            {titre}
          </caption>
          <thead className="ui-invisible">
            <tr>
              <th scope="col">{textesTouches.touche}</th>
              <th scope="col">{textesTouches.effet}</th>
            </tr>
          </thead>
          <tbody>
            {touches.map(([touche, effet]) => (
              <tr key={touche}>
                <th scope="row">
                  <kbd>{touche}</kbd>
                </th>
                <td>{effet}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </Dialogue>
  )
}
