import type { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { CHAMPS_CALENDRIER as c } from '@releve/contract/calendrier/calendrier.champs.ts'
import { echeanceDe, jourVerrou } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { ReglagesCalendrier } from '@releve/contract/calendrier/calendrier.schema.ts'
import { isoDe, LIBELLES_MOIS, type Periode, periodeDe } from '@releve/contract/mois.ts'
import type { OutputOf } from '@releve/contract/operation.ts'
import { useCalendrier } from '../systeme/systeme.queries.ts'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { enCorps, enSaisie, type SaisieDe, videDe } from '../ui/conversion.ts'
import { ExportTableur } from '../ui/ExportTableur.tsx'
import { formatDate } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
import { exporterCalendrier, useReglagesCalendrier } from './calendrier.queries.ts'
import { textesCalendrier } from './calendrier.textes.ts'
import { Demandes } from './Demandes.tsx'
import { Feries } from './Feries.tsx'
import { FormeReglages, useReglages } from './FormeReglages.tsx'
import { RelancesForm } from './RelancesForm.tsx'
import { Reouvertures } from './Reouvertures.tsx'
import './calendrier.css'

const t = textesCalendrier
const PROPRES = { joursFeries: [] as string[], doubleRegard: false }

type Recu = OutputOf<typeof calendrierApi.lireCalendrier>
type Saisie = SaisieDe<typeof c, typeof PROPRES>

const VIDE: Saisie = videDe(c, PROPRES)
const saisieDe = (recu: Recu) => enSaisie(c, VIDE, recu)
const corpsDe = (saisie: Saisie): ReglagesCalendrier => enCorps(c, saisie)

type Mois = { periode: Periode; echeance: string; cloture: string }

const colonnesDe = (fuseau: string): Colonne<Mois>[] => [
  {
    cle: 'mois',
    titre: t.apercu.mois,
    rendu: ({ periode: { mois, annee } }) => `${LIBELLES_MOIS[mois]} ${annee}`,
  },
  { cle: 'echeance', titre: t.apercu.echeance, rendu: ({ echeance }) => formatDate(echeance) },
  {
    cle: 'cloture',
    titre: t.apercu.cloture,
    rendu: ({ cloture }) => t.apercu.minuit(cloture, fuseau),
  },
]

const MOIS_MONTRES = 6

/** The next months under these settings, as real days. */
function Apercu({ reglages }: { reglages: ReglagesCalendrier }) {
  const { rang } = useCalendrier()
  const lignes = Array.from({ length: MOIS_MONTRES }, (_, n): Mois => {
    const periode = periodeDe(rang + n)
    return {
      periode,
      echeance: echeanceDe(periode, reglages),
      cloture: jourVerrou(periode, reglages),
    }
  })
  return (
    <>
      <Tableau
        legende={t.apercu.legende}
        colonnes={colonnesDe(reglages.fuseau)}
        lignes={lignes}
        cleDe={({ periode }) => isoDe(periode)}
      />
      <div>
        <ExportTableur exporter={exporterCalendrier} quoi={t.apercu.exporte} />
      </div>
    </>
  )
}

function Forme({ recu, groupe }: { recu: Recu; groupe: ReturnType<typeof useReglagesCalendrier> }) {
  const reglages = useReglages(recu, groupe, { champs: c, dire: 'aussitot', saisieDe, corpsDe })
  const { saisie, lier, nommer, changer, fautes } = reglages.forme
  return (
    <FormeReglages reglages={reglages}>
      <div className="prm-courts">
        <ChampTexte
          {...lier('jourEcheance')}
          largeur="xs"
          aide={t.regles.echeanceAide}
          maxLength={2}
        />
        <ChampTexte {...lier('moisVerrou')} largeur="xs" aide={t.regles.verrouAide} maxLength={2} />
        <ChampTexte
          {...lier('fuseau')}
          largeur="md"
          aide={t.regles.fuseauAide}
          list="cal-fuseaux"
          autoComplete="off"
          spellCheck={false}
        />
        <datalist id="cal-fuseaux">
          {['UTC', ...Intl.supportedValuesOf('timeZone')].map((fuseau) => (
            <option key={fuseau} value={fuseau} />
          ))}
        </datalist>
      </div>
      <Feries feries={saisie.joursFeries} onChanger={(feries) => changer('joursFeries', feries)} />
      <div>
        <label className="prm-case">
          <input
            type="checkbox"
            checked={saisie.doubleRegard}
            aria-describedby="cal-regard-aide"
            onChange={({ target }) => changer('doubleRegard', target.checked)}
          />
          {nommer('doubleRegard')}
        </label>
        <Note className="prm-note" id="cal-regard-aide">
          {t.regles.doubleRegardAide}
        </Note>
      </div>
      {fautes.length === 0 && <Apercu reglages={corpsDe(saisie)} />}
    </FormeReglages>
  )
}

/** The collection calendar, the time that structures ask for, and the months opened again. */
export default function CalendrierForm() {
  const groupe = useReglagesCalendrier()
  return (
    <div className="cal-onglet">
      <Demandes />
      <Reouvertures />
      <section aria-labelledby="cal-reglages">
        <h3 id="cal-reglages">{t.regles.legende}</h3>
        <Chargement requete={groupe.requete} lignes={10}>
          {(recu) => <Forme recu={recu} groupe={groupe} />}
        </Chargement>
      </section>
      <RelancesForm />
    </div>
  )
}
