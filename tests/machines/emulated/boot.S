/* boot.S: from GRUB, in 32 bits, to kernel.c in 64, and the two ways into it from a program. */

.section .multiboot, "a"
.set magic, 0x1BADB002
.set flags, 3
.align 4
.long magic, flags, -(magic + flags)

.text
.code32
.globl _start
_start:
    cli
    cld
    movl $stack_end, %esp
    movl %ebx, %esi         /* what GRUB says */
    movl $pages, %edi       /* 1 GB in pages of 2 MB, each at its own address */
    movl $0x83, %eax
    xorl %ecx, %ecx
1:  movl %eax, (%edi, %ecx, 8)
    addl $0x200000, %eax
    incl %ecx
    cmpl $512, %ecx
    jne 1b
    movl $pages + 3, directory
    movl $directory + 3, root
    movl $root, %eax
    movl %eax, %cr3
    movl %cr4, %eax
    orl $0x40620, %eax      /* PAE, SSE, XSAVE */
    movl %eax, %cr4
    movl $0xC0000080, %ecx
    rdmsr
    orl $0x101, %eax        /* 64 bits, SYSCALL */
    wrmsr
    movl %cr0, %eax
    andl $~0xC, %eax
    orl $0x80000003, %eax
    movl %eax, %cr0
    lgdt table_of_segments
    ljmp $8, $in_64_bits

.code64
in_64_bits:
    movw $16, %ax
    movw %ax, %ds
    movw %ax, %es
    movw %ax, %ss
    movl %esi, %edi
    call kernel_start

/* void enter_program(uint64_t entry, uint64_t stack) */
.globl enter_program
enter_program:
    movq %rsi, %rsp
    xorl %edx, %edx
    xorl %ebp, %ebp
    jmp *%rdi

/* SYSCALL: the program runs with the kernel's rights, so that a jump takes it back. */
.globl on_call
on_call:
    movq %rsp, program_stack
    movq $stack_end, %rsp
    pushq %rcx
    pushq %r11
    pushq %rdi
    pushq %rsi
    pushq %rdx
    pushq %r8
    pushq %r9
    pushq %r10
    movq %rdx, %rcx
    movq %rsi, %rdx
    movq %rdi, %rsi
    movq %rax, %rdi
    call kernel_serve
    popq %r10
    popq %r9
    popq %r8
    popq %rdx
    popq %rsi
    popq %rdi
    popq %r11
    popq %rcx
    movq program_stack, %rsp
    jmp *%rcx

/* An exception: an instruction that the processor has not, most likely. */
.globl on_fault
on_fault:
    call kernel_fault

.data
.align 8
segments:
    .quad 0, 0x00AF9A000000FFFF, 0x00CF92000000FFFF
table_of_segments:
    .word table_of_segments - segments - 1
    .quad segments
program_stack:
    .quad 0

.bss
.align 4096
root:
    .skip 4096
directory:
    .skip 4096
pages:
    .skip 4096
    .skip 65536
stack_end:

.section .note.GNU-stack, "", @progbits
