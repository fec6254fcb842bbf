import {
  type Annuaire,
  type EditionAnnuaire,
  type EtatAnnuaire,
  LIBELLES_ABSENCES,
  LIBELLES_ERRATUM,
  LIBELLES_ETATS_ANNUAIRE,
  RAISONS_ABSENCE,
  SIGNE_PARTIEL,
  SIGNE_SECRET,
  SIGNES_ABSENCES,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import { definir } from '@releve/contract/formulaire/suivi.rules.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCalendrier } from '../systeme/systeme.queries.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { changerAdresse } from '../ui/adresse.ts'
import { LienAction } from '../ui/BoutonAction.tsx'
import { ChampListe } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { EtatVide } from '../ui/EtatVide.tsx'
import { Note } from '../ui/Note.tsx'
import { Onglets } from '../ui/Onglets.tsx'
import { Page } from '../ui/Page.tsx'
import { type Aspect, Pastille } from '../ui/Pastille.tsx'
import { type PlaceDeChiffre, useAnnuaire, useEditions } from './annuaire.queries.ts'
import { textesAnnuaire as t } from './annuaire.textes.ts'
import { Chapitre } from './Chapitre.tsx'
import './annuaire.css'

export { demander } from './annuaire.queries.ts'

const ASPECTS: Record<EtatAnnuaire, Aspect> = {
  PROVISOIRE: ['crayon', 'attention'],
  ARRETE: ['verrou', 'info'],
  PUBLIE: ['diffusion', 'succes'],
}

// Their code comes after the figures, and when one of them is asked about.
const Actes = lazy(() => import('./Actes.tsx'))
const Telecharger = lazy(() => import('./Telecharger.tsx'))
const Explication = lazy(() => import('./Explication.tsx'))

const ANNEES_PROPOSEES = 6

/** The years offered: those that have an annuaire, and the last ones. */
function useAnnees(editions: readonly EditionAnnuaire[]): number[] {
  const { rang } = useCalendrier()
  const courante = periodeDe(rang).annee
  const dernieres = Array.from({ length: ANNEES_PROPOSEES }, (_, recul) => courante - recul)
  const annees = new Set([...editions.map(({ annee }) => annee), ...dernieres])
  return [...annees].toSorted((a, b) => b - a)
}

/** What the signs in the tables say. */
function Legende() {
  const signes = [...new Set(RAISONS_ABSENCE.map((raison) => SIGNES_ABSENCES[raison]))]
  const dire = (signe: string) =>
    RAISONS_ABSENCE.filter((raison) => SIGNES_ABSENCES[raison] === signe)
      .map((raison) => LIBELLES_ABSENCES[raison].toLowerCase())
      .join(', ')
  return (
    <section className="ann-texte" aria-labelledby="ann-legende">
      <h2 id="ann-legende">{t.legende}</h2>
      <dl className="ann-notes">
        {signes.map((signe) => (
          <div key={signe}>
            <dt>{signe}</dt>
            <dd>{dire(signe)}</dd>
          </div>
        ))}
        <div>
          <dt>{SIGNE_SECRET}</dt>
          <dd>{t.secret}</dd>
        </div>
        <div>
          <dt>{SIGNE_PARTIEL}</dt>
          <dd>{t.partiel}</dd>
        </div>
      </dl>
    </section>
  )
}

function Entete({ annuaire }: { annuaire: Annuaire }) {
  const { etat, edition, titre, provisoire, couverture, errata, preuve } = annuaire
  return (
    <>
      <p className="ann-tete">
        <strong>{titre}</strong>
        <Pastille aspect={ASPECTS[etat]}>{LIBELLES_ETATS_ANNUAIRE[etat]}</Pastille>
        <span>{t.editionNumero(edition)}</span>
      </p>
      {provisoire && (
        <Alerte gravite="warning" titre={t.provisoire}>
          {t.provisoireAide}
        </Alerte>
      )}
      <p>{t.couverture(couverture)}</p>
      <Note>
        {definir('attendus', 'recus')} {t.retenus} {definir('completude')}
      </Note>
      {preuve !== undefined && <p>{t.preuve(preuve)}</p>}
      {errata.length > 0 && (
        <section aria-labelledby="ann-errata">
          <h2 id="ann-errata">{t.errata}</h2>
          <ul>
            {errata.map(({ edition: celle, nature, texte }) => (
              <li key={celle}>
                {`${t.editionNumero(celle)}, ${LIBELLES_ERRATUM[nature]}\u00a0: ${texte}`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

type Voisin = { libelle: string; search: string }

/** From the end of a chapter to the next: nobody climbs back to the top for it. */
function Voisins({ avant, apres }: { avant: Voisin | undefined; apres: Voisin | undefined }) {
  return (
    <nav className="ann-voisins" aria-label={t.autresChapitres}>
      {avant && (
        <LienAction to={{ search: avant.search }} variant="text" icone="chevronGauche">
          {avant.libelle}
        </LienAction>
      )}
      {apres && (
        <LienAction to={{ search: apres.search }} variant="text" icone="chevronDroit">
          {apres.libelle}
        </LienAction>
      )}
    </nav>
  )
}

type PropsContenu = { annuaire: Annuaire; editions: EditionAnnuaire[] }

/** An annuaire, a chapter at a time: the address says which. */
function Contenu({ annuaire, editions }: PropsContenu) {
  const [params] = useSearchParams()
  const [designe, setDesigne] = useState<PlaceDeChiffre | null>(null)
  const { chapitres } = annuaire
  const dit = chapitres.findIndex(({ code }) => code === params.get('chapitre'))
  const rang = Math.max(0, dit)
  const chapitre = chapitres[rang]
  const onglets = chapitres.map(({ code, titre }) => ({
    cle: code,
    libelle: `${code}. ${titre}`,
    search: changerAdresse(params, { chapitre: code }).toString(),
  }))
  return (
    <>
      <Entete annuaire={annuaire} />
      <Suspense>
        <div className="ann-tete">
          <Telecharger annuaire={annuaire} />
          <Actes annuaire={annuaire} />
        </div>
      </Suspense>
      {chapitre && (
        <>
          <Onglets nom={t.chapitres} onglets={onglets} actuel={chapitre.code} />
          <Chapitre {...{ annuaire, editions, chapitre }} onExpliquer={setDesigne} />
          <Voisins avant={onglets[rang - 1]} apres={onglets[rang + 1]} />
        </>
      )}
      <Legende />
      {designe && (
        <Suspense>
          <Explication {...{ annuaire, designe }} onFermer={() => setDesigne(null)} />
        </Suspense>
      )}
    </>
  )
}

function Choix({ editions, annees, annee }: PropsAnnuaire & { annee: number }) {
  const [params, setParams] = useSearchParams()
  const changer = (changement: Record<string, string>) =>
    setParams(changerAdresse(params, changement))
  const siennes = editions.filter((une) => une.annee === annee)
  return (
    <div className="ann-choix">
      <ChampListe
        libelle={t.annee}
        options={annees.map((une) => ({ code: String(une), libelle: String(une) }))}
        value={annee}
        onChange={({ target }) => changer({ annee: target.value, edition: '', chapitre: '' })}
      />
      {siennes.length > 1 && (
        <ChampListe
          libelle={t.edition}
          options={siennes.map(({ edition, etat }) => ({
            code: String(edition),
            libelle: `${t.editionNumero(edition)} (${LIBELLES_ETATS_ANNUAIRE[etat]})`,
          }))}
          value={params.get('edition') ?? siennes[0]?.edition}
          onChange={({ target }) => changer({ edition: target.value })}
        />
      )}
    </div>
  )
}

type PropsAnnuaire = { editions: readonly EditionAnnuaire[]; annees: readonly number[] }

function UnAnnuaire({ editions }: { editions: EditionAnnuaire[] }) {
  const [params] = useSearchParams()
  const annees = useAnnees(editions)
  const dite = Number(params.get('annee'))
  const annee = annees.includes(dite) ? dite : (editions[0]?.annee ?? annees[1] ?? null)
  const nouvelle = !editions.some((une) => une.annee === annee)
  const requete = useAnnuaire(annee, Number(params.get('edition')) || undefined, nouvelle)
  if (annee === null) return <EtatVide>{t.aucun}</EtatVide>
  return (
    <>
      <Choix {...{ editions, annees, annee }} />
      <Chargement requete={requete} lignes={10}>
        {(annuaire) => <Contenu {...{ annuaire, editions }} />}
      </Chargement>
    </>
  )
}

/**
 * `/dashboard/annuaire`: who keeps the yearbook prepares, freezes and publishes it there; the others
 * read it among the documents.
 */
export default function AnnuairePage() {
  return (
    <Page titre={t.titre} chapeau={t.chapeau}>
      <Chargement requete={useEditions()} lignes={3}>
        {(editions) => <UnAnnuaire editions={editions} />}
      </Chargement>
    </Page>
  )
}
