"""Unpacks a zip file with its permissions and symbolic links: unzip.py FILE FOLDER"""
import os
import stat
import sys
import zipfile

with zipfile.ZipFile(sys.argv[1]) as archive:
    for entry in archive.infolist():
        mode = entry.external_attr >> 16
        if stat.S_ISLNK(mode):
            target = os.path.join(sys.argv[2], entry.filename)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            os.symlink(archive.read(entry).decode(), target)
            continue
        path = archive.extract(entry, sys.argv[2])
        if not entry.is_dir() and mode:
            os.chmod(path, stat.S_IMODE(mode))
