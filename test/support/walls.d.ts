export declare function refusal(file: string, target: string): string | undefined
