import type { Evenement, EvenementFormulaire } from '@releve/contract/evenement/evenement.schema.ts'
import { toast } from 'react-hot-toast/headless'
import { queryClient } from '../app/queryClient.ts'
import { formulaire } from '../formulaire/formulaire.demande.ts'
import { oublierListes, relireFormulaire } from '../formulaire/formulaire.queries.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { formatHeure } from '../ui/format.ts'
import { toastEchec } from '../ui/toasts.ts'
import { ecouter } from './ecoute.ts'

const textesEvenement = {
  modifie: (par: string | null) =>
    par ? `Ce rapport a été modifié par ${par}.` : 'Ce rapport a été modifié.',
  actualiser: 'Actualiser',
  perdu: (heure: string) =>
    `Depuis ${heure}, ce que font les autres n’arrive plus de soi-même\u00a0: la connexion est interrompue. Dès qu’elle reviendra, l’écran se mettra à jour.`,
}

/** Events that one act makes come together, and make one reading. */
const ELAN_MS = 50
/** Between two readings: in the busiest hours, a list is not asked for at every save of the country. */
const PAUSE_MS = 2000
/** How long the sentence about the open form stays: it comes back with the next change. */
const DUREE_MS = 60_000

const relire = (...queryKey: string[]) => void queryClient.invalidateQueries({ queryKey })

/** Takes in, without a word, what others have changed: what is typed here stays, or is settled. */
const fondre = (numero: string) =>
  // Where the line is cut, the next event or the next save brings it.
  void relireFormulaire(queryClient, numero).catch(() => undefined)

const estOuvert = (numero: string) =>
  queryClient.getQueryCache().find(formulaire(numero))?.isActive() === true

/**
 * Reads again what is on screen of these forms. An open one takes in the cells that others have
 * changed; one that has changed state is another thing, and whoever is in it says when.
 */
function direFormulaires(dits: readonly EvenementFormulaire[]): void {
  const autres = dits.filter(({ numero, version }) => {
    const lu = queryClient.getQueryData(formulaire(numero).queryKey)
    return !lu || lu.version < version
  })
  if (autres.length === 0) return
  oublierListes(
    queryClient,
    autres.map(({ numero }) => numero),
  )
  for (const dit of autres) {
    const { queryKey } = formulaire(dit.numero)
    queryClient.removeQueries({ queryKey, type: 'inactive' })
    if (!estOuvert(dit.numero)) continue
    if (queryClient.getQueryData(queryKey)?.etat === dit.etat) fondre(dit.numero)
    else direOuvert(dit)
  }
}

/** The sentence, and the act that takes the change in: what is typed here stays, or is settled. */
function direOuvert({ numero, version, par }: EvenementFormulaire): void {
  const id = `modifie-${numero}`
  const { queryKey } = formulaire(numero)
  const cache = queryClient.getQueryCache()
  const cesser = cache.subscribe(({ query }) => {
    if (query.queryHash !== cache.find({ queryKey })?.queryHash) return
    const lu = queryClient.getQueryData(queryKey)
    if (query.isActive() && lu && lu.version < version) return
    cesser()
    toast.remove(id)
  })
  const actualiser = () => {
    queryClient.fetchQuery({ ...formulaire(numero), staleTime: 0 }).catch(toastEchec)
  }
  toast(
    <>
      {textesEvenement.modifie(par)}{' '}
      <BoutonAction size="small" onClick={actualiser}>
        {textesEvenement.actualiser}
      </BoutonAction>
    </>,
    { id, duration: DUREE_MS, ariaProps: { role: 'status', 'aria-live': 'polite' } },
  )
}

/** Tells the screen what has been heard, all at once. */
function appliquer(dits: readonly Evenement[]): void {
  const genres = new Set(dits.map(({ genre }) => genre))
  if (genres.has('RECOMMENCER')) {
    const deFormulaire = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey[0] === 'formOuvert'
    void queryClient.invalidateQueries({ predicate: (query) => !deFormulaire(query) })
    for (const { queryKey } of queryClient.getQueryCache().findAll({ predicate: deFormulaire })) {
      const [, numero, vue] = queryKey
      if (typeof numero === 'string' && vue === 'courante' && estOuvert(numero)) fondre(numero)
    }
    return
  }
  const derniers = new Map<string, EvenementFormulaire>()
  for (const dit of dits) if (dit.genre === 'FORMULAIRE') derniers.set(dit.numero, dit)
  direFormulaires([...derniers.values()])
  const avecPieces = dits.flatMap((dit) => (dit.genre === 'PIECE' ? dit.numero : []))
  // The list alone: a file that is being looked at is not read twice.
  for (const numero of new Set(avecPieces)) relire('documents', 'dossier', numero)
  for (const dit of dits) if (dit.genre === 'PRESENCE') relire('presence', dit.numero)
  if (genres.has('MESSAGE')) relire('messages')
}

/**
 * Follows what happens, for as long as the frame is there. A page that nobody sees waits to be.
 * `surPerte` is given what to say when the line has been lost for long, null when it is found again.
 */
export function suivre(surPerte: (phrase: string | null) => void, fin: AbortSignal): void {
  let entendus: Evenement[] = []
  let minuterie: ReturnType<typeof setTimeout> | undefined
  let derniere = -PAUSE_MS
  const dire = () => {
    minuterie = undefined
    if (document.hidden || fin.aborted) return
    derniere = performance.now()
    const dits = entendus
    entendus = []
    appliquer(dits)
  }
  const programmer = () => {
    if (entendus.length === 0) return
    const attente = Math.max(ELAN_MS, derniere + PAUSE_MS - performance.now())
    minuterie ??= setTimeout(dire, attente)
  }
  document.addEventListener('visibilitychange', programmer, { signal: fin })
  const surDit = (dit: Evenement) => {
    if (dit.genre === 'PRET') return
    entendus.push(dit)
    programmer()
  }
  ecouter(
    { surDit, surPerte: (perte) => surPerte(perte && textesEvenement.perdu(formatHeure(perte))) },
    fin,
  )
}
