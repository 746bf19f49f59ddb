/** Numbers of the ZIP format (PKWARE's APPNOTE 6.3): signatures, and the values that say «look into the 64-bit record». */
export const signature = {
  localFile: 0x04034b50,
  centralFile: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  end64Locator: 0x07064b50,
} as const;

export const size = {localFile: 30, centralFile: 46, end: 22, end64: 56, end64Locator: 20} as const;

export const method = {stored: 0, deflated: 8} as const;

export const max16 = 0xffff;
export const max32 = 0xffffffff;

/** Bits of the general purpose field. */
export const flag = {encrypted: 1, utf8: 0x800} as const;
