import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import { cellulesDites } from '@releve/contract/modele/completion.ts'
import type { BrouillonModele, VocabulaireModele } from '@releve/contract/modele/gestion.schema.ts'
import type { Listes } from '@releve/contract/modele/source.developper.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { type VerificationModele, verifierSource } from '@releve/contract/modele/source.verifier.ts'
import {
  type KeyboardEvent,
  lazy,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { Alerte } from '../../ui/Alerte.tsx'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { EchecChargement } from '../../ui/Chargement.tsx'
import { enregistrerFichier } from '../../ui/enregistrerFichier.ts'
import { formatHeure } from '../../ui/format.ts'
import { Onglets } from '../../ui/Onglets.tsx'
import { Page, Retour } from '../../ui/Page.tsx'
import { Pastille } from '../../ui/Pastille.tsx'
import { Squelette } from '../../ui/Squelette.tsx'
import { type Chemin, deplacerA, lireA, noeudDe } from './atelier/edition.ts'
import type { Enregistrement } from './atelier/enregistreur.ts'
import { Panneau } from './atelier/Panneau.tsx'
import { Plan } from './atelier/Plan.tsx'
import { type Atelier, useAtelier } from './atelier/useAtelier.ts'
import { Comparaison } from './Comparaison.tsx'
import { Essai } from './Essai.tsx'
import { Fautes } from './Fautes.tsx'
import { listesDe } from './listes.ts'
import { useBrouillonModele, useExporterModele, useVocabulaireModele } from './modele.queries.ts'
import { textesModele as t } from './modele.textes.ts'
import { Publication } from './Publication.tsx'

const Simulation = lazy(() => import('./Simulation.tsx'))
const a = t.atelier

/** A draft: its parts to edit, the form that it makes, what is to be corrected, its publication. */
export function BrouillonPage({ id }: { id: number }) {
  const { data, error, refetch } = useBrouillonModele(id)
  const vocabulaire = useVocabulaireModele()
  // What was read first is what is edited: a later reading never comes under what is typed.
  const [rang, setRang] = useState(0)
  const echec = error ?? vocabulaire.error
  const relire = async () => {
    await refetch()
    setRang((avant) => avant + 1)
  }
  if (!data || !vocabulaire.data)
    return (
      <Page titre={t.retour} chapeau={<Retour to={paths.parametres('modeles')}>{t.retour}</Retour>}>
        {echec ? (
          <EchecChargement echec={echec} onReessayer={() => void refetch()} />
        ) : (
          <Squelette lignes={10} />
        )}
      </Page>
    )
  return (
    <Ouvert
      key={rang}
      brouillon={data}
      vocabulaire={vocabulaire.data}
      onRecharger={() => void relire()}
    />
  )
}

/** The last form that the draft made: shown while what is being typed makes none. */
function useDernierCompile({ compile }: VerificationModele): ModeleCompile | null {
  const [dernier, setDernier] = useState(compile)
  if (compile && compile !== dernier) setDernier(compile)
  return compile ?? dernier
}

type PropsOuvert = {
  brouillon: BrouillonModele
  vocabulaire: VocabulaireModele
  onRecharger: () => void
}

function Ouvert({ brouillon, vocabulaire, onRecharger }: PropsOuvert) {
  const atelier = useAtelier(brouillon)
  const { source, enregistrement, garde } = atelier
  const listes = listesDe(vocabulaire)
  const [publie, setPublie] = useState(false)
  const [simulation, setSimulation] = useState(brouillon.simulation)
  const [, setRecherche] = useSearchParams()
  // A key shows at once: what it makes of the model follows.
  const differee = useDeferredValue(source)
  const examen = useMemo(() => verifierSource(differee, listes), [differee, listes])
  const compile = useDernierCompile(examen)
  const auClavier = (evenement: KeyboardEvent) => {
    if (!(evenement.ctrlKey || evenement.metaKey) || evenement.altKey) return
    const touche = evenement.key.toLowerCase()
    const geste =
      touche === 'z' && !evenement.shiftKey
        ? atelier.annuler
        : touche === 'y' || touche === 'z'
          ? atelier.refaire
          : undefined
    if (geste === undefined) return
    evenement.preventDefault()
    geste?.()
  }
  const publier = async () => {
    if (await garde.vider()) setPublie(true)
  }
  return (
    <Page
      titre={source.libelle || brouillon.code}
      chapeau={<SousTitre source={source} />}
      actions={<Outils {...{ brouillon, atelier }} onPublier={() => void publier()} />}
    >
      <div role="presentation" className="mdl-atelier" onKeyDownCapture={auClavier}>
        <Etat {...{ enregistrement, source, onRecharger }} onReessayer={() => void garde.vider()} />
        <Corps
          {...{ atelier, vocabulaire, examen, compile, brouillon, simulation, listes }}
          onLancee={setSimulation}
        />
      </div>
      {publie && (
        <Publication
          {...{ brouillon, examen, listes, garde, simulation }}
          onFermer={() => setPublie(false)}
          onSimuler={() => {
            setPublie(false)
            setRecherche({ vue: 'simulation' })
          }}
        />
      )}
    </Page>
  )
}

function SousTitre({ source }: { source: ModeleSource }) {
  return (
    <div className="mdl-sous-titre">
      <Retour to={paths.parametres('modeles')}>{t.retour}</Retour>
      <Pastille aspect={['crayon', 'attention']}>{t.brouillon}</Pastille>
      <span className="mdl-gris">{t.versionDe(source.code, source.version)}</span>
    </div>
  )
}

type PropsOutils = { brouillon: BrouillonModele; atelier: Atelier; onPublier: () => void }

function Outils({ brouillon, atelier, onPublier }: PropsOutils) {
  const { id, actions } = brouillon
  const { annuler, refaire, garde } = atelier
  const { mutate } = useExporterModele()
  const exporter = async () => {
    if (await garde.vider()) mutate({ sorte: 'brouillon', id })
  }
  return (
    <span className="mdl-actes">
      <BoutonAction
        size="small"
        icone="retour"
        aria-disabled={!annuler}
        onClick={() => annuler?.()}
      >
        {a.annuler}
      </BoutonAction>
      <BoutonAction size="small" aria-disabled={!refaire} onClick={() => refaire?.()}>
        {a.refaire}
      </BoutonAction>
      {actions.includes('exporter') && (
        <BoutonAction size="small" icone="telecharger" onClick={() => void exporter()}>
          {t.exporter}
        </BoutonAction>
      )}
      {actions.includes('publier') && (
        <BoutonAction size="small" variant="contained" onClick={onPublier}>
          {t.publier}
        </BoutonAction>
      )}
    </span>
  )
}

const e = a.enregistrement

const direEtat = (etat: Enregistrement): string => {
  if (etat.sorte === 'enregistre') return e.enregistre(formatHeure(etat.le))
  return etat.sorte === 'echec' || etat.sorte === 'perime' ? '' : e[etat.sorte]
}

type PropsEtat = {
  enregistrement: Enregistrement
  source: ModeleSource
  onRecharger: () => void
  onReessayer: () => void
}

/** How the saving goes; what to do where it does not. */
function Etat({ enregistrement, source, onRecharger, onReessayer }: PropsEtat) {
  const { sorte } = enregistrement
  const garder = () =>
    enregistrerFichier({
      contenu: new Blob([JSON.stringify(source, null, 2)], { type: 'application/json' }),
      nom: e.fichier(source.code),
    })
  return (
    <>
      <p className="mdl-etat mdl-gris" role="status">
        {direEtat(enregistrement)}
      </p>
      {(sorte === 'echec' || sorte === 'perime') && (
        <Alerte
          gravite="error"
          role="alert"
          titre={sorte === 'perime' ? e.perime : e.echec}
          action={
            <span className="mdl-actes">
              <BoutonAction size="small" icone="telecharger" onClick={garder}>
                {e.garder}
              </BoutonAction>
              <BoutonAction
                size="small"
                icone="reessayer"
                onClick={sorte === 'perime' ? onRecharger : onReessayer}
              >
                {sorte === 'perime' ? e.recharger : e.reessayer}
              </BoutonAction>
            </span>
          }
        >
          <p>{enregistrement.message}</p>
        </Alerte>
      )}
    </>
  )
}

type PropsCorps = {
  brouillon: BrouillonModele
  listes: Listes
  atelier: Atelier
  vocabulaire: VocabulaireModele
  examen: VerificationModele
  compile: ModeleCompile | null
  simulation: number | null
  onLancee: (simulation: number) => void
}

const VUES = ['edition', 'apercu', 'corriger', 'comparer', 'simulation'] as const

function Corps(props: PropsCorps) {
  const { atelier, vocabulaire, examen, compile, brouillon, listes } = props
  const { source, garde } = atelier
  const [recherche, setRecherche] = useSearchParams()
  const [choix, setChoix] = useState<Chemin>([])
  const aViser = useRef(false)
  // The panel is there once the address has changed.
  useEffect(() => {
    const titre = aViser.current && document.getElementById('mdl-panneau-titre')
    if (!titre) return
    aViser.current = false
    titre.focus()
  })
  const vue = VUES.find((une) => une === recherche.get('vue')) ?? 'edition'
  const n = examen.fautes.length
  const aller = (chemin: Chemin) => {
    setRecherche({}, { preventScrollReset: true })
    setChoix(noeudDe(chemin))
    aViser.current = true
  }
  return (
    <>
      <Onglets nom={a.vues.nom} onglets={vuesDe(n)} actuel={vue} />
      {vue === 'edition' && (
        <Etabli {...{ atelier, vocabulaire, examen, compile, choix }} onChoisir={setChoix} />
      )}
      {vue === 'apercu' && <Montre {...{ examen, compile }} />}
      {vue === 'corriger' && (
        <>
          {n === 0 && <p>{a.rien}</p>}
          <Fautes examen={examen} onAller={aller} />
        </>
      )}
      {vue === 'comparer' && <Comparee {...{ brouillon, examen, listes }} />}
      {vue === 'simulation' && (
        <Suspense fallback={<Squelette lignes={6} />}>
          <Simulation
            {...{ source, garde }}
            id={brouillon.id}
            simulation={props.simulation}
            onLancee={props.onLancee}
            fautes={n}
            onAller={aller}
          />
        </Suspense>
      )}
    </>
  )
}

type PropsComparee = Pick<PropsCorps, 'brouillon' | 'examen' | 'listes'>

/** What the draft says otherwise than a published version. */
function Comparee({ brouillon, examen, listes }: PropsComparee) {
  const [recherche, setRecherche] = useSearchParams()
  const { code, source, origine } = brouillon
  if (!examen.compile) return <Alerte gravite="info">{t.comparaison.brouillon}</Alerte>
  return (
    <Comparaison
      {...{ code, listes }}
      version={source.version}
      modele={examen.compile.modele}
      origine={origine?.id}
      choisie={Number(recherche.get('avec'))}
      onChoisir={(avec) => setRecherche({ vue: 'comparer', avec: String(avec) }, { replace: true })}
    />
  )
}

const vuesDe = (fautes: number) => [
  { cle: 'edition' as const, libelle: a.vues.edition, search: '' },
  { cle: 'apercu' as const, libelle: a.vues.apercu, search: '?vue=apercu' },
  { cle: 'corriger' as const, libelle: a.vues.corriger(fautes), search: '?vue=corriger' },
  { cle: 'comparer' as const, libelle: a.vues.comparer, search: '?vue=comparer' },
  { cle: 'simulation' as const, libelle: a.vues.simulation, search: '?vue=simulation' },
]

/** Leads the focus, once what is chosen is on the screen; what is to be replaced is selected. */
function useMener() {
  const boite = useRef<HTMLDivElement>(null)
  const but = useRef<string | null>(null)
  const [, rendre] = useState({})
  useEffect(() => {
    if (but.current === null) return
    const cible = boite.current?.querySelector<HTMLElement>(but.current)
    but.current = null
    cible?.focus()
    if (cible instanceof HTMLInputElement) cible.select()
  })
  const mener = (selecteur: string) => {
    but.current = selecteur
    // What is chosen may be what was: nothing else would be drawn.
    rendre({})
  }
  return { boite, mener }
}

type PropsEtabli = Pick<PropsCorps, 'atelier' | 'vocabulaire' | 'examen' | 'compile'> & {
  choix: Chemin
  onChoisir: (chemin: Chemin) => void
}

/** Where a draft is changed: its plan, the part that is chosen, the form beside it. */
function Etabli({ atelier, vocabulaire, examen, compile, choix, onChoisir }: PropsEtabli) {
  const { source, changer } = atelier
  const { fautes } = examen
  const { boite, mener } = useMener()
  // What was chosen may have been undone.
  const choisi = lireA(source, choix) === undefined ? [] : choix
  const cellules = useMemo(() => (compile ? cellulesDites(compile) : []), [compile])
  const deplacer = (chemin: Chemin, vers: number) => {
    const liste = chemin.slice(0, -1)
    const freres = lireA(source, liste)
    if (!Array.isArray(freres) || vers < 0 || vers >= freres.length) return
    changer((avant) => deplacerA(avant, chemin, vers))
    onChoisir([...liste, vers])
    // The focus follows what moves.
    requestAnimationFrame(() =>
      boite.current
        ?.querySelector<HTMLElement>(`[data-chemin="${[...liste, vers].join('.')}"]`)
        ?.focus(),
    )
  }
  return (
    <div className="mdl-etabli" ref={boite}>
      <Plan
        {...{ source, choisi, fautes }}
        onChoisir={(chemin, auClavier) => {
          onChoisir(chemin)
          if (auClavier) mener('.mdl-panneau h2')
        }}
        onDeplacer={deplacer}
      />
      <div
        role="presentation"
        onKeyDown={({ key, target }) => {
          if (key !== 'Escape' || (target instanceof Element && target.closest('[role=menu]')))
            return
          mener('.mdl-plan [aria-current]')
        }}
      >
        <Panneau
          {...{ source, choisi, changer, cellules, vocabulaire, fautes }}
          onChoisir={(chemin, vers) => {
            onChoisir(chemin)
            if (vers) mener(vers === 'titre' ? '.mdl-panneau h2' : '.mdl-traits input')
          }}
        />
      </div>
      <div className="mdl-cote">
        <Montre {...{ examen, compile }} section={sectionDe(source, choisi)} />
      </div>
    </div>
  )
}

/** The section where one is; its preview stands beside it. */
const sectionDe = (source: ModeleSource, [racine, rang]: Chemin) =>
  racine === 'sections' ? source.sections[Number(rang)]?.code : undefined

type PropsMontre = Pick<PropsCorps, 'examen' | 'compile'> & { section?: string | undefined }

/** The form as it is now; the last one that there was, told as such, while it makes none. */
function Montre({ examen, compile, section }: PropsMontre) {
  if (!compile) return <Alerte gravite="info">{t.vue.sansApercu}</Alerte>
  return (
    <>
      {!examen.compile && <Alerte gravite="info">{t.vue.apercuAncien}</Alerte>}
      <Essai {...{ compile, section }} />
    </>
  )
}
