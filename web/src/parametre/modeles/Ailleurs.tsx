import type { Constat, Reprise } from '@releve/contract/modele/gestion.schema.ts'
import { CHAMPS_MODELE } from '@releve/contract/modele/modele.champs.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { ChampListe, ChampTexte } from '../../ui/ChampTexte.tsx'
import { ChoixMultiple } from '../../ui/ChoixMultiple.tsx'
import { Dialogue } from '../../ui/Dialogue.tsx'
import { formatNombre } from '../../ui/format.ts'
import { Note } from '../../ui/Note.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { Pastille } from '../../ui/Pastille.tsx'
import { Squelette } from '../../ui/Squelette.tsx'
import { type Colonne, Tableau } from '../../ui/Tableau.tsx'
import { useSignal } from '../../ui/useSignal.ts'
import { ZoneDepot } from '../../ui/ZoneDepot.tsx'
import { useAnalyserModele, useConvertirModele, useExporterUnites } from './modele.queries.ts'
import { textesModele } from './modele.textes.ts'
import { RefusFichier } from './RefusFichier.tsx'

const t = textesModele.ailleurs
const TAILLE = 25

type Genre = Constat['genre']
const GENRES: readonly Genre[] = ['LAISSE', 'CHANGE', 'COMPRIS']
const ASPECTS = {
  LAISSE: ['erreur', 'attention'],
  CHANGE: ['crayon', 'neutre'],
  COMPRIS: ['coche', 'succes'],
} as const

const COLONNES: Colonne<Constat>[] = [
  { cle: 'place', titre: t.colonnes.place, rendu: ({ place }) => place },
  {
    cle: 'genre',
    titre: t.colonnes.genre,
    rendu: ({ genre }) => <Pastille aspect={ASPECTS[genre]}>{t.genres[genre]}</Pastille>,
  },
  { cle: 'phrase', titre: t.colonnes.phrase, rendu: ({ phrase }) => phrase },
]

/** What became of each part: first what its author must look at. */
function Constats({ constats, comptes }: Pick<Reprise, 'constats' | 'comptes'>) {
  const aRegarder = GENRES.filter((genre) => genre !== 'COMPRIS' && comptes[genre] > 0)
  const [choisis, setChoisis] = useState<Genre[]>(aRegarder)
  const [page, setPage] = useState(1)
  const options = GENRES.filter((genre) => comptes[genre] > 0).map((code) => ({
    code,
    libelle: t.compte(code, formatNombre(comptes[code])),
  }))
  const montres = constats
    .map((constat, rang) => ({ ...constat, rang }))
    .filter(({ genre }) => choisis.length === 0 || choisis.includes(genre))
  return (
    <>
      <ChoixMultiple
        legende={t.montrer}
        options={options}
        choisis={choisis}
        onChange={(genres) => {
          setChoisis(genres)
          setPage(1)
        }}
      />
      <Tableau
        legende={t.constats}
        colonnes={COLONNES}
        lignes={montres.slice((page - 1) * TAILLE, page * TAILLE)}
        cleDe={({ rang }) => String(rang)}
      />
      <Pagination page={page} taille={TAILLE} total={montres.length} onPage={setPage} />
    </>
  )
}

type PropsVenu = { reprise: Reprise; fichier: File; onChoix: (choix: string) => void }

/** What the file would become here, before anything is written. */
function Venu({ reprise, fichier, onChoix }: PropsVenu) {
  const { origine, libelle, version, choix, choisi, listes, structures } = reprise
  const { mutate: tirer, isPending } = useExporterUnites()
  return (
    <section className="mdl-venu" aria-labelledby="mdl-ailleurs">
      <h3 id="mdl-ailleurs">{t.deviendrait(libelle)}</h3>
      {choix.length > 1 && (
        <ChampListe
          libelle={t.choix}
          value={choisi ?? ''}
          options={choix}
          onChange={({ target }) => onChoix(target.value)}
        />
      )}
      <p>{t.contenu(origine, reprise)}</p>
      {version > 1 && <Note>{t.suivante(reprise.code, version)}</Note>}
      {listes.length > 0 && (
        <p>{t.listes(listes.map(({ code, nombre }) => `${code} (${formatNombre(nombre)})`))}</p>
      )}
      {structures > 0 && (
        <p className="mdl-actes">
          <span>{t.structures(structures)}</span>
          <BoutonAction
            multiligne
            size="small"
            icone="telecharger"
            enCours={isPending}
            onClick={() => tirer({ fichier, choix: choisi ?? '' })}
          >
            {t.tirer}
          </BoutonAction>
        </p>
      )}
      <Constats key={choisi} {...reprise} />
    </section>
  )
}

/** Why the draft cannot be begun now; null when it can. */
const raisonDe = (fichier: File | null, enLecture: boolean, reprise: Reprise | undefined) => {
  if (!fichier) return t.raisons.fichier
  if (enLecture) return t.raisons.lecture
  return reprise ? null : t.raisons.illisible
}

/** Takes a questionnaire made elsewhere: what becomes of it is told, then a draft is made of it. */
export default function Ailleurs({ onFermer }: { onFermer: () => void }) {
  const [fichier, setFichier] = useState<File | null>(null)
  const [code, setCode] = useState('')
  const naviguer = useNavigate()
  const lecture = useAnalyserModele()
  const envoi = useConvertirModele()
  const nouveauSignal = useSignal()
  const reprise = fichier ? lecture.data : undefined
  const raison = raisonDe(fichier, lecture.isPending, reprise)
  const lire = (choisi: File | null, choix = '') => {
    const signal = nouveauSignal()
    setFichier(choisi)
    envoi.reset()
    lecture.reset()
    if (choisi) lecture.mutate({ fichier: choisi, choix, signal })
  }
  const commencer = () => {
    if (!fichier || raison || envoi.isPending) return
    const corps = { fichier, choix: reprise?.choisi ?? '', code: code.trim() }
    envoi.mutate(corps, { onSuccess: ({ id }) => void naviguer(paths.modele(`brouillon-${id}`)) })
  }
  return (
    <Dialogue
      ouvert
      titre={t.titre}
      largeur="lg"
      onFermer={onFermer}
      onSoumettre={commencer}
      actions={
        <>
          <BoutonAction variant="text" onClick={onFermer}>
            {t.annuler}
          </BoutonAction>
          <BoutonAction type="submit" variant="contained" raison={raison} enCours={envoi.isPending}>
            {t.commencer}
          </BoutonAction>
        </>
      }
    >
      <p>{t.aide}</p>
      {envoi.error && <RefusFichier echec={envoi.error} titre={t.echec} />}
      <ZoneDepot
        libelle={t.fichier}
        formats={['XLSX', 'JSON']}
        fichier={fichier}
        onChange={lire}
        fige={envoi.isPending}
      />
      <div role="status">{lecture.isPending && t.lecture}</div>
      {lecture.isPending && <Squelette lignes={4} />}
      {lecture.error && <RefusFichier echec={lecture.error} titre={t.echecLecture} />}
      {fichier && reprise && (
        <>
          <Venu {...{ reprise, fichier }} onChoix={(choix) => lire(fichier, choix)} />
          <ChampTexte
            libelle={textesModele.import.code}
            aide={t.codeAide(reprise.code)}
            largeur="sm"
            maxLength={CHAMPS_MODELE.code.max}
            autoCapitalize="characters"
            spellCheck={false}
            value={code}
            onChange={({ target }) => setCode(target.value.toUpperCase())}
          />
        </>
      )}
    </Dialogue>
  )
}
