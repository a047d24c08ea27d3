"""Writes ../register-truth.gz: where PROJ (without grids) has places of every system in register.json.

python3 truth.py [PLACES-PER-SYSTEM] [FILE]
"""

import gzip
import json
import os
import struct
import sys
from multiprocessing import Pool
from proj import Transformation

UP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 4
TARGET = sys.argv[2] if len(sys.argv) > 2 else os.path.join(UP, 'register-truth.gz')
# Of 0.1 mm, and about as much in degrees.
PER_METRE, PER_DEGREE = 1e4, 1e9
NOTHING = -(2**47)
# Fractions of the area of use; register.test.ts has the same.
SPREAD = [(0.5, 0.5), (0.08, 0.07), (0.93, 0.91), (0.12, 0.85)]


def fractions(count):
    return SPREAD[:count] + [((0.12 + 0.7548776662 * i) % 1, (0.31 + 0.569840291 * i) % 1) for i in range(4, count)]


def places(area, count):
    _, west, south, east, north = area
    wide = east - west if east >= west else east + 360 - west
    found = []
    for x, y in fractions(count):
        longitude = west + x * wide
        found.append((longitude - 360 if longitude > 180 else longitude, south + y * (north - south)))
    return found


def results(system):
    code, area, axes, geographic = system
    authority = 'ESRI' if code > 32767 else 'EPSG'
    transformation = Transformation('EPSG:4326', f'{authority}:{code}')
    found = []
    for longitude, latitude in places(area, COUNT):
        numbers = transformation(latitude, longitude)
        if numbers is None:
            found += [NOTHING, NOTHING]
            continue
        scale = PER_DEGREE if geographic else PER_METRE
        x, y = numbers if axes.startswith('en') else numbers[::-1]
        found += [round(x * scale), round(y * scale)]
    transformation.close()
    return found


def main():
    register = json.load(open(os.path.join(UP, 'register.json')))
    systems = [(row[0], register['areas'][row[2]], row[3], len(row) == 6) for row in register['systems']]
    with Pool(2) as pool:
        rows = pool.map(results, systems, chunksize=50)
    numbers = [n for row in rows for n in row]
    whole = b''.join(struct.pack('<q', n)[:6] for n in numbers)
    # Byte by byte of all numbers: the high bytes are alike.
    planes = b''.join(whole[i::6] for i in range(6))
    head = json.dumps({'source': register['source'], 'places': COUNT, 'codes': [s[0] for s in systems]}).encode()
    with open(TARGET, 'wb') as file:
        file.write(gzip.compress(head + b'\n' + planes, 9, mtime=0))


main()
