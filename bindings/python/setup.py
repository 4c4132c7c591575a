"""Builds arbiter._arbiter on the stable ABI of Python 3.9.

The library comes from src/arbiter-onefile.c, which an sdist has. With ARBITER_LIBRARY=FILE it is that
static library, and ARBITER_INCLUDE is where arbiter.h is; ARBITER_FLAGS go to compiler and linker.
"""
import glob
import os

from setuptools import Extension, setup
from wheel.bdist_wheel import bdist_wheel


class Wheel(bdist_wheel):
    """One wheel for every Python from 3.9 on."""

    def finalize_options(self):
        self.py_limited_api = "cp39"
        super().finalize_options()


library = os.environ.get("ARBITER_LIBRARY")
flags = os.environ.get("ARBITER_FLAGS", "").split()
sources = sorted(glob.glob("src/**/*.c", recursive=True))
if library:
    sources = [name for name in sources if not name.endswith("arbiter-onefile.c")]

setup(
    ext_modules=[
        Extension(
            "arbiter._arbiter",
            sources,
            include_dirs=["src", *filter(None, [os.environ.get("ARBITER_INCLUDE")])],
            depends=glob.glob("src/**/*.h", recursive=True),
            define_macros=[("Py_LIMITED_API", "0x03090000")],
            extra_compile_args=["-std=c11", "-O2", "-g0", "-fvisibility=hidden", "-Wall", "-Wextra", *flags],
            extra_link_args=flags,
            extra_objects=[library] if library else [],
            py_limited_api=True,
        )
    ],
    cmdclass={"bdist_wheel": Wheel},
)
