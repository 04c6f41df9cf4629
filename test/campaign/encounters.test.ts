import { describe, expect, it } from 'vitest'
import type { CharacterId } from '../../preload/contract.ts'
import { createPlay, valueOf } from '../support/campaign.ts'

describe('how hard an encounter is', () => {
  it('is what the system says of the NPCs who come and of the players who are there', async () => {
    const { campaign, hob, hound } = await createPlay()
    const ada = valueOf(campaign.createCharacter({ kind: 'pc', name: 'Ada', stats: {} }))
    const rate = async (...members: { readonly character: CharacterId; readonly count: number }[]) =>
      valueOf(await campaign.rateEncounters([{ members: members.map((member) => ({ ...member, hidden: false })) }]))[0]
    expect(await rate({ character: hound, count: 3 }, { character: hob, count: 1 })).toEqual({ label: '2 against 3', tone: 'plain', explain: ['Lantern hound 3'] })
    const session = valueOf(campaign.startSession(undefined))
    valueOf(campaign.attendSession(session, [ada]))
    expect(await rate({ character: hound, count: 1 })).toMatchObject({ label: '1 against 1' })
    expect(await rate({ character: hob, count: 1 }, { character: 99 as CharacterId, count: 2 })).toBeNull()
  })

  it('is told for many, each in its place', async () => {
    const { campaign, hound } = await createPlay()
    const encounters = Array.from({ length: 300 }, (_, index) => ({ members: index % 3 === 0 ? [] : [{ character: hound, count: index, hidden: false }] }))
    const ratings = valueOf(await campaign.rateEncounters(encounters))
    expect(ratings.map((rating) => rating?.label)).toEqual(encounters.map((_, index) => (index % 3 === 0 ? undefined : `1 against ${index}`)))
  })
})
