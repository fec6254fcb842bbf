import { ETATS_STRUCTURE, type Structure } from '@releve/contract/structure/structure.schema.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { EtatVide } from '../ui/EtatVide.tsx'
import { Second } from '../ui/Ligne.tsx'
import { Note } from '../ui/Note.tsx'
import { Carte } from './Carte.tsx'
import { estSituee, type Situee } from './carte.ts'
import { Marque } from './Marque.tsx'
import { textesStructure } from './structure.textes.ts'
import { type Filtrage, Trouvees } from './Trouvees.tsx'
import { useLibelles, useListes } from './useLibelles.ts'
import '../ui/Invisible.css'
import './carte.css'

function Exemple(props: Parameters<typeof Marque>[0]) {
  return (
    <svg viewBox="-12 -12 24 24" width={24} height={24} aria-hidden="true" focusable="false">
      <Marque {...props} />
    </svg>
  )
}

/** What the shapes and the fillings of the map say; those that it shows only. */
function Legende({ structures }: { structures: readonly Structure[] }) {
  const { typeStructure: types } = useListes()
  const presents = new Set(structures.map(({ typeStructure }) => typeStructure))
  const etats = ETATS_STRUCTURE.filter((etat) => structures.some((une) => une.etat === etat))
  return (
    <section className="str-legende" aria-label={t.legende}>
      <h2>{t.types}</h2>
      <ul>
        {types.map(
          ({ code, libelle }, rang) =>
            presents.has(code) && (
              <li key={code}>
                <Exemple rangType={rang} etat="ACTIVE" />
                {libelle}
              </li>
            ),
        )}
      </ul>
      <h2>{t.etats}</h2>
      <ul>
        {etats.map((etat) => (
          <li key={etat}>
            <Exemple rangType={1} etat={etat} />
            {textesStructure.etats[etat]}
          </li>
        ))}
      </ul>
      <Note>{t.decalees}</Note>
    </section>
  )
}

const t = textesStructure.carte
const ID_LISTE = 'str-carte-liste'

type PropsListe = {
  titre: string
  structures: readonly Structure[]
  onActif: (code: string | null) => void
}

/** The same structures in words: what the map shows, and what it cannot. */
function Liste({ titre, structures, onActif }: PropsListe) {
  const en = useLibelles()
  const { region: regions } = useListes()
  const presentes = regions.filter(({ code }) => structures.some(({ region }) => region === code))
  return (
    <>
      <h2>{titre}</h2>
      {presentes.map(({ code: region, libelle }) => (
        <div key={region}>
          <h3>{libelle}</h3>
          <ul>
            {structures
              .filter((une) => une.region === region)
              .map(({ code, libelle: nom, typeStructure, etat }) => (
                <li key={code}>
                  <Link
                    to={paths.structure(code)}
                    onMouseEnter={() => onActif(code)}
                    onMouseLeave={() => onActif(null)}
                    onFocus={() => onActif(code)}
                    onBlur={() => onActif(null)}
                  >
                    {nom}
                  </Link>
                  <Second>
                    {[en('typeStructure', typeStructure), textesStructure.etats[etat]].join(' · ')}
                  </Second>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </>
  )
}

function Situees({ situees, sans }: { situees: readonly Situee[]; sans: readonly Structure[] }) {
  const [actif, setActif] = useState<string | null>(null)
  return (
    <div className="str-carte-page">
      {situees.length === 0 ? (
        <EtatVide icone="structures">{t.aucune}</EtatVide>
      ) : (
        <div className="str-carte-figure">
          <a className="str-passer ui-invisible-hors-focus" href={`#${ID_LISTE}`}>
            {t.passer}
          </a>
          <Carte structures={situees} actif={actif} onActif={setActif} />
          <Legende structures={situees} />
        </div>
      )}
      <section className="str-carte-liste" id={ID_LISTE} tabIndex={-1} aria-label={t.liste}>
        {situees.length > 0 && <Liste titre={t.liste} structures={situees} onActif={setActif} />}
        {sans.length > 0 && (
          <>
            <Liste titre={t.sans} structures={sans} onActif={setActif} />
            <Note>{t.sansAide}</Note>
          </>
        )}
      </section>
    </div>
  )
}

/** The structures where they are. */
export default function VueCarte({ filtrage }: { filtrage: Filtrage }) {
  return (
    <Trouvees filtrage={filtrage}>
      {(trouvees) => (
        <Situees
          situees={trouvees.filter(estSituee)}
          sans={trouvees.filter((structure) => !estSituee(structure))}
        />
      )}
    </Trouvees>
  )
}
