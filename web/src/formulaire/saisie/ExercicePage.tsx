import type { Action, Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { formaterNombre } from '@releve/contract/modele/affichage.ts'
import { compilerModele } from '@releve/contract/modele/compile.ts'
import { composerExemple, type Exemple } from '@releve/contract/modele/exemple.ts'
import { modeleApi } from '@releve/contract/modele/modele.api.ts'
import type { Modele } from '@releve/contract/modele/modele.schema.ts'
import { estAttendu, moisCouvertsDe } from '@releve/contract/modele/rythme.ts'
import { avecEn, libellePeriode, type Periode, periodeDe } from '@releve/contract/mois.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { appeler } from '../../app/client.ts'
import { finirExercice } from '../../app/exercice.ts'
import { lireEtGarder } from '../../app/garde.ts'
import { aDroit } from '../../app/session.ts'
import { useAuth } from '../../app/useSession.ts'
import { paths } from '../../paths.ts'
import { useCalendrier } from '../../systeme/systeme.queries.ts'
import { BoutonAction, LienAction } from '../../ui/BoutonAction.tsx'
import { Chargement } from '../../ui/Chargement.tsx'
import { Dialogue } from '../../ui/Dialogue.tsx'
import { Icone } from '../../ui/Icone.tsx'
import { Page } from '../../ui/Page.tsx'
import { useTouches } from '../../ui/useTouches.ts'
import { useModeles } from '../formulaire.queries.ts'
import { EcranOuvert } from './EcranFormulaire.tsx'
import { ExerciceContext } from './exercice.ts'
import { textesSaisie } from './saisie.textes.ts'
import { formulaireDe, ouvrirHorsLigne } from './store/apercu.ts'
import type { Bilan, Lecture } from './store/client.ts'
import { useBilan } from './store/store.ts'
import { useAller } from './useVue.ts'
import '../../ui/Invisible.css'
import './grille/grille.css'
import './saisie.css'
import './barre.css'
import './exercice.css'

/** What the exercise says, step by step. */
const textesExercice = {
  titre: 'Exercice\u00a0: rien n’est envoyé',
  chapeau:
    'Ces chiffres sont inventés. Essayez tout\u00a0: saisir, coller, annuler, relire. Rien n’est enregistré, et personne ne verra ce que vous faites ici.',
  etapes: 'Étapes de l’exercice',
  avance: (faites: number, total: number) => `${faites} sur ${total}`,
  faite: 'Fait',
  aFaire: 'À faire',
  annonce: (nom: string) => `Étape faite\u00a0: ${nom}.`,
  toutesFaites: 'Toutes les étapes sont faites.',
  aller: 'Y aller',
  allerA: (nom: string) => `Y aller\u00a0: ${nom}`,
  recommencer: 'Recommencer',
  quitter: 'Quitter l’exercice',
  remplir: {
    nom: 'Remplir une case',
    texte: (cellule: string, figure: string) =>
      `Dans «\u00a0${cellule}\u00a0», tapez ${figure}, puis Entrée\u00a0: le total se calcule seul.`,
  },
  corriger: {
    nom: 'Corriger une erreur',
    texte: (cellule: string, figure: string) =>
      `F8 mène à la prochaine case à revoir, et dit pourquoi. Le registre donne ${figure} pour «\u00a0${cellule}\u00a0»\u00a0: corrigez-le.`,
  },
  justifier: {
    nom: 'Justifier un avertissement',
    texte:
      'Un avertissement n’est pas une erreur\u00a0: le chiffre peut être juste. Expliquez-le en dix caractères au moins, sous le tableau.',
  },
  zeros: {
    nom: 'Mettre un tableau à 0',
    texte: (section: string, periode: string) =>
      `Rien à déclarer ${avecEn(periode)} dans «\u00a0${section}\u00a0». Une case vide n’est pas un zéro\u00a0: la touche Z, ou le bouton sous le tableau, y met des 0.`,
  },
  annuler: {
    nom: 'Annuler un geste',
    texte: 'Ctrl + Z annule ce que vous venez de faire, Ctrl + Y le refait. Essayez-les.',
  },
  relire: {
    nom: 'Relire, puis soumettre',
    texte:
      '«\u00a0Relire et soumettre\u00a0», en bas de page, montre les chiffres principaux et ce qui reste.',
  },
  fin: {
    titre: 'Voilà\u00a0: un vrai rapport se soumet ainsi',
    dit: 'Un vrai rapport serait maintenant soumis, et la DPPS prévenue. Ici, rien n’est parti.',
    note: 'Il est noté que vous avez fait cet exercice.',
    aNoter:
      'Le serveur n’a pas encore su que vous avez fait cet exercice. Ce navigateur le lui dira dès qu’il pourra le joindre.',
    appris: 'Vous savez maintenant',
    points: [
      'remplir les cases, et lire les totaux qui se calculent seuls',
      'trouver ce qui est à revoir avec F8, corriger une erreur, justifier un avertissement',
      'mettre à 0 ce qui n’a rien à déclarer, et annuler un geste',
      'relire, puis soumettre',
    ],
    commencer: 'Commencer le vrai rapport',
    rester: 'Rester dans l’exercice',
  },
} as const

const textesFin = textesExercice.fin

/** Whether the server knows that the exercise is done; null: it is being told, or is not to be. */
type Reception = boolean | null

/** The end of the exercise: said on the screen, and told to the server. */
function useFin() {
  const [fini, setFini] = useState(false)
  const [recu, setRecu] = useState<Reception>(null)
  const auth = useAuth()
  const finir = useCallback(() => {
    setFini(true)
    // Who looks at it without entering figures is noted nowhere.
    if (aDroit(auth.roles, 'exercice.faire')) void finirExercice(auth).then(setRecu)
  }, [auth])
  return { fini, recu, finir, fermer: () => setFini(false) }
}

type PropsFin = { periode: Periode; recu: Reception; surFermer: () => void }

/** What submitting would do, what was learnt, and the way to the report that counts. */
function FinExercice({ periode, recu, surFermer }: PropsFin) {
  return (
    <Dialogue
      ouvert
      titre={textesFin.titre}
      onFermer={surFermer}
      actions={
        <>
          <BoutonAction onClick={surFermer}>{textesFin.rester}</BoutonAction>
          <LienAction variant="contained" to={paths.saisies(periode)}>
            {textesFin.commencer}
          </LienAction>
        </>
      }
    >
      <p>{textesFin.dit}</p>
      <p role="status">{recu !== null && (recu ? textesFin.note : textesFin.aNoter)}</p>
      <p>{textesFin.appris}</p>
      <ul>
        {textesFin.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </Dialogue>
  )
}

const t = textesExercice

type PropsEtapes = {
  exemple: Exemple
  lecture: Lecture
  periode: string
  surRecommencer: () => void
}

const ID_ETAPES = 'etapes-exercice'

/** Leads back to the steps, wherever one is. */
function allerAuxEtapes(): void {
  const titre = document.getElementById(ID_ETAPES)
  titre?.focus({ preventScroll: true })
  titre?.scrollIntoView({ block: 'center' })
}

/** A step: what to do, where, and whether it is done; once done, it stays so. */
type Etape = { cle: string; nom: string; texte: string; cellule: string | null; faite: boolean }

const libelleDe = (lecture: Lecture, adresse: string) =>
  lecture.celluleDe(adresse)?.libelle ?? adresse

/** `periode`: what the report describes, in words. */
type EtatExercice = { exemple: Exemple; lecture: Lecture; bilan: Bilan; periode: string }

function etapeRemplir({ exemple: { aRemplir }, lecture }: EtatExercice): Etape[] {
  if (!aRemplir) return []
  const { adresse: cellule, valeur } = aRemplir
  const texte = t.remplir.texte(libelleDe(lecture, cellule), formaterNombre(valeur))
  const faite = lecture.lire(cellule).valeur !== undefined
  return [{ cle: 'remplir', nom: t.remplir.nom, texte, cellule, faite }]
}

function etapeCorriger({ exemple: { aCorriger }, lecture, bilan }: EtatExercice): Etape[] {
  if (!aCorriger) return []
  const { adresse: cellule, valeur } = aCorriger
  const texte = t.corriger.texte(libelleDe(lecture, cellule), formaterNombre(valeur))
  const faite = !bilan.problemes.some(({ cle }) => cle === aCorriger.cle)
  return [{ cle: 'corriger', nom: t.corriger.nom, texte, cellule, faite }]
}

function etapeJustifier({ exemple: { aJustifier }, bilan }: EtatExercice): Etape[] {
  if (!aJustifier) return []
  const probleme = bilan.problemes.find(({ cle }) => cle === aJustifier.cle)
  const faite = probleme?.justification?.attendue !== true
  return [{ cle: 'justifier', ...t.justifier, cellule: probleme?.cellules[0] ?? null, faite }]
}

function etapeZeros({ exemple: { aZero }, lecture, bilan, periode }: EtatExercice): Etape[] {
  if (!aZero) return []
  const section = lecture.modele.sections.find(({ code }) => code === aZero.section)
  const vides = bilan.problemes.find(({ cle }) => cle === `manquante:${aZero.section}`)
  const texte = t.zeros.texte(section?.libelle ?? aZero.section, periode)
  const cellule = vides?.cellules[0] ?? null
  return [{ cle: 'zeros', nom: t.zeros.nom, texte, cellule, faite: !vides }]
}

/** What the exercise asks for, as its model allows it, on the figures as they stand. */
function etapesDe(vue: EtatExercice, annule: boolean, relu: boolean): Etape[] {
  return [
    ...etapeRemplir(vue),
    ...etapeCorriger(vue),
    ...etapeJustifier(vue),
    ...etapeZeros(vue),
    { cle: 'annuler', ...t.annuler, cellule: null, faite: annule },
    { cle: 'relire', ...t.relire, cellule: null, faite: relu },
  ]
}

/** Whether a gesture was undone since the exercise began: its key is heard wherever one is. */
function useAnnulation(): boolean {
  const [faite, setFaite] = useState(false)
  useTouches(({ key, ctrlKey, metaKey }) => {
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'z') setFaite(true)
  })
  return faite
}

/** That it is an exercise, and what it teaches: steps that tick themselves, and cover nothing. */
function Etapes({ exemple, lecture, periode, surRecommencer }: PropsEtapes) {
  const bilan = useBilan(lecture)
  const annule = useAnnulation()
  const relu = useSearchParams()[0].get('vue') === 'revue'
  // Learnt is learnt: a figure changed afterwards does not untick.
  const [acquises, setAcquises] = useState<ReadonlySet<string>>(new Set())
  const etapes = etapesDe({ exemple, lecture, bilan, periode }, annule, relu)
  const nouvelles = etapes.filter(({ cle, faite }) => faite && !acquises.has(cle))
  if (nouvelles.length > 0) setAcquises(new Set([...acquises, ...nouvelles.map(({ cle }) => cle)]))
  const faites = etapes.filter(({ cle }) => acquises.has(cle))
  const suivante = etapes.find(({ cle }) => !acquises.has(cle))
  return (
    <section className="s-exercice" aria-label={t.titre}>
      <p className="s-exercice-titre">
        <Icone nom="info" taille={18} />
        <strong>{t.titre}</strong>
        <span>{t.chapeau}</span>
      </p>
      <details open>
        <summary id={ID_ETAPES}>
          {t.etapes}{' '}
          <span className="s-exercice-compte">{t.avance(faites.length, etapes.length)}</span>
        </summary>
        <ol className="s-etapes">
          {etapes.map((etape) => (
            <LigneEtape
              key={etape.cle}
              etape={etape}
              faite={acquises.has(etape.cle)}
              courante={etape === suivante}
            />
          ))}
        </ol>
      </details>
      <p className="s-outils">
        <BoutonAction size="small" onClick={surRecommencer}>
          {t.recommencer}
        </BoutonAction>
        <LienAction size="small" variant="text" to={paths.tableauDeBord}>
          {t.quitter}
        </LienAction>
      </p>
      <p role="status" className="ui-invisible">
        {annonceDe(faites.at(-1), faites.length === etapes.length)}
      </p>
    </section>
  )
}

function annonceDe(derniere: Etape | undefined, toutes: boolean): string {
  if (!derniere) return ''
  return toutes ? t.toutesFaites : t.annonce(derniere.nom)
}

type LigneProps = { etape: Etape; faite: boolean; courante: boolean }

function LigneEtape({ etape, faite, courante }: LigneProps) {
  const { nom, texte, cellule } = etape
  const aller = useAller()
  return (
    <li
      className={faite ? 's-etape-faite' : undefined}
      aria-current={courante ? 'step' : undefined}
    >
      <Icone nom={faite ? 'coche' : 'cercle'} taille={18} />
      <div>
        <strong>{nom}</strong>
        <span className="ui-invisible"> ({faite ? t.faite : t.aFaire})</span>
        {courante && <> {texte}</>}
        {!faite && cellule !== null && (
          <>
            {' '}
            <button
              type="button"
              className="s-lien"
              aria-label={t.allerA(nom)}
              onClick={() => aller(cellule)}
            >
              {t.aller}
            </button>
          </>
        )}
      </div>
    </li>
  )
}

/** The definition of a model, as reports of this month are begun with; kept for who has no network. */
const modeleEnVigueur = (code: string) =>
  queryOptions({
    queryKey: ['modeleEnVigueur', code],
    queryFn: ({ signal }) => appeler(modeleApi.lireModeleEnVigueur, { params: { code }, signal }),
    persister: lireEtGarder,
    staleTime: 10 * 60_000,
  })

/** `/dashboard/saisies/exemple`: the entry screen, on figures that are invented and go nowhere. */
export default function ExercicePage() {
  const [recherche] = useSearchParams()
  const modeles = useModeles()
  const code = recherche.get('modele') ?? modeles[0]?.code ?? ''
  const requete = useQuery({ ...modeleEnVigueur(code), enabled: code !== '' })
  const [essai, setEssai] = useState(0)
  const { courant } = useCalendrier()
  if (!requete.data)
    return (
      <Page titre={textesSaisie.exemple}>
        <Chargement requete={requete}>{() => null}</Chargement>
      </Page>
    )
  return (
    <Ouvert
      key={`${code} ${courant.rang} ${essai}`}
      modele={requete.data}
      periode={periodeAttendue(requete.data, courant.rang)}
      surRecommencer={() => setEssai(essai + 1)}
    />
  )
}

/** The report that one would fill now: of this month, or of the next that this model expects. */
function periodeAttendue(modele: Modele, rang: number): Periode {
  const rangs = Array.from({ length: 12 }, (_, n) => rang + n)
  return periodeDe(rangs.find((un) => estAttendu(modele, un)) ?? rang)
}

/** What a person may do in an exercise: all that entering is. */
const ACTIONS: Action[] = ['modifier', 'soumettre']

function ouvrir(modele: Modele, periode: Periode) {
  const mc = compilerModele(modele)
  const exemple = composerExemple(mc, periode)
  const { contexte, donnees, commentaires, precedent } = exemple
  const identite = {
    ...formulaireDe(mc, periode, donnees),
    actions: ACTIONS,
    contexte,
    commentaires,
    precedent: precedent && {
      ...precedent.periode,
      moisCouverts: moisCouvertsDe(modele),
      donnees: precedent.donnees,
    },
  } satisfies Formulaire
  return { exemple, identite, ...ouvrirHorsLigne(mc, identite) }
}

type Props = { modele: Modele; periode: Periode; surRecommencer: () => void }

const SANS_PIECES = { ouvrir: () => undefined, dialogue: null }

function Ouvert({ modele, periode, surRecommencer }: Props) {
  const [{ exemple, identite, lecture, entree }] = useState(() => ouvrir(modele, periode))
  const { fini, recu, finir, fermer } = useFin()
  const ouverture = {
    lecture,
    entree,
    abandonnees: null,
    conflits: [],
    oublier: () => undefined,
    trancher: () => undefined,
  }
  const exercice = useMemo(
    () => ({
      bandeau: (
        <Etapes
          {...{ exemple, lecture, surRecommencer }}
          periode={libellePeriode(periode, moisCouvertsDe(modele))}
        />
      ),
      allerAuxEtapes,
      surSoumettre: finir,
    }),
    [exemple, lecture, periode, modele, surRecommencer, finir],
  )
  return (
    <ExerciceContext value={exercice}>
      <EcranOuvert
        {...{ ouverture, formulaire: identite, modifiable: true, pieces: SANS_PIECES }}
        versionDiffusee={undefined}
        refus={null}
        surRefus={() => undefined}
      />
      {fini && <FinExercice {...{ periode, recu }} surFermer={fermer} />}
    </ExerciceContext>
  )
}
