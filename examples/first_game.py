import asyncio

from croupier.client import Croupier, play


async def main() -> None:
    async with Croupier("127.0.0.1:50051") as croupier:
        host = await croupier.create_table("blossom_ridge", seats=2)
        seat = await host.join("Ada")
        await host.hand_to_house(1)
        await host.start()
        print(await play(seat))


asyncio.run(main())
