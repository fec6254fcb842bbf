import { ETATS_STRUCTURE, type Structure } from '@releve/contract/structure/structure.schema.ts'
import { Marque } from './Marque.tsx'
import { textes } from './structure.textes.ts'
import { useListes } from './useLibelles.ts'

const t = textes.carte

function Exemple(props: Parameters<typeof Marque>[0]) {
  return (
    <svg viewBox="-12 -12 24 24" width={24} height={24} aria-hidden="true" focusable="false">
      <Marque {...props} />
    </svg>
  )
}

/** What the shapes and the fillings of the map say; those that it shows only. */
export function Legende({ structures }: { structures: readonly Structure[] }) {
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
            {textes.etats[etat]}
          </li>
        ))}
      </ul>
      <p className="str-note">{t.decalees}</p>
    </section>
  )
}
